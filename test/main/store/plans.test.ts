import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/main/store/index.ts';
import { selectInOrder } from '../../../src/main/store/addresses.ts';
import {
  selectByKeys,
  selectRun,
  selectTested,
  selectWindow,
} from '../../../src/main/store/select-window.ts';
import { asksProfilesOnly, compileQuery } from '../../../src/main/store/compile-query.ts';
import type { Connection } from '../../../src/main/store/connection.ts';
import { createProfileCounts, settleProfiles } from '../../../src/main/store/profile-counts.ts';
import { tagNames } from '../../../src/main/store/query-annotation.ts';
import { settleTerms } from '../../../src/main/store/settle-terms.ts';
import { sources } from '../../../src/main/store/list-source.ts';
import { restrictedProxies, restrictedServices } from '../../../src/main/store/proxy-users.ts';
import type { SortKey } from '../../../src/shared/query-term.ts';
import { benchQueries } from '../../bench/queries.ts';
import { selectFailedProxies } from '../../../src/main/store/user/test-results.ts';
import { openDatabase } from '../../../src/main/store/files/open-database.ts';
import {
  makeDatabaseName,
  makeProxy,
  makeService,
  makeStore,
  makeUser,
  privateKey,
  query,
} from './support.ts';

/** A database with enough rows that an index is worth choosing. */
function openFilled(use: (connection: Connection) => void): void {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage(
    'proxies',
    Array.from({ length: 2000 }, (_, number) => makeProxy(number)),
  );
  store.syncs.writePage('services', [makeService('svc-1', 'One')]);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  const connection = openDatabase(file, { readOnly: true });
  use(connection);
  connection.close();
}

function planOf(connection: Connection, sql: string, params: readonly unknown[]): string {
  const values = params.map((value) => (typeof value === 'string' ? value : Number(value)));
  return connection
    .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    .map((row) => String(row[3]))
    .join('\n');
}

test.each<[string, RegExp]>([
  ['country:US', /SEARCH r USING (COVERING )?INDEX proxy_by_profile/],
  ['network:comcast', /SEARCH r USING (COVERING )?INDEX proxy_by_profile/],
  ['service:svc-1', /SEARCH r USING (COVERING )?INDEX proxy_by_profile/],
  ['status:reserved', /SEARCH r USING (COVERING )?INDEX proxy_by_profile/],
  ['ip:203.0.113.0/24', /SEARCH r USING (COVERING )?INDEX proxy_by_ip/],
  ['ip:203.0.', /SEARCH r USING (COVERING )?INDEX proxy_by_ip/],
  ['ip6:2001:db8::/48', /SEARCH r USING (COVERING )?INDEX proxy_by_ip6/],
  ['port:8000..8100', /SEARCH r USING (COVERING )?INDEX proxy_by_port/],
  ['subnet:203.0.113.0/24', /SEARCH r USING (COVERING )?INDEX proxy_by_subnet/],
  ['tag:burnt', /SEARCH r USING (COVERING )?INDEX proxy_by_id/],
  ['note:refund', /SEARCH r USING (COVERING )?INDEX proxy_by_id/],
  ['id:00000000-0000-4000-8000-000000000001', /SEARCH r USING (COVERING )?INDEX proxy_by_id/],
])('counting "%s" looks into its index', (text, index) => {
  openFilled((connection) => {
    const { sql, params } = compileQuery('proxies', query(text));
    const plan = planOf(connection, `SELECT count(*) FROM proxy r WHERE ${sql}`, params);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/SCAN r(\s|$)(?!USING COVERING)/);
  });
});

test('counting all rows and counting facets read an index, never the rows', () => {
  openFilled((connection) => {
    expect(planOf(connection, 'SELECT count(*) FROM proxy', [])).toMatch(/COVERING INDEX/);
    const facets = 'SELECT r.profile_id, count(*) FROM proxy r WHERE TRUE GROUP BY 1';
    const plan = planOf(connection, facets, []);
    expect(plan).toMatch(/SCAN r USING COVERING INDEX proxy_by_profile/);
    expect(plan).not.toMatch(/TEMP B-TREE/);
  });
});

test('a window as first received is read in place, without sorting', () => {
  openFilled((connection) => {
    const window = { where: query(''), sort: [], offset: 0, limit: 200 };
    const { sql, params } = selectWindow(sources.proxies, window, 'r.proxy_id, place.city_name');
    const plan = planOf(connection, sql, params);
    expect(plan).not.toMatch(/TEMP B-TREE/);
    // Tables that nothing is shown of are not looked into.
    expect(plan).not.toMatch(/network|credential|proxy_test/);
    expect(plan).toMatch(/SEARCH place USING INTEGER PRIMARY KEY/);
  });
});

test('a tag that many have is looked for in the order of the rows, one that few have by itself', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const proxies = Array.from({ length: 2000 }, (_, number) => makeProxy(number));
  store.syncs.writePage('proxies', proxies);
  const tag = (name: string, text: string) =>
    store.tags.change(
      'proxies',
      { kind: 'query', where: query(text), excludedIds: [] },
      { add: [name], remove: [] },
    );
  tag('many', 'type:isp');
  tag('few', 'port:8001 type:isp');
  const connection = openDatabase(file, { readOnly: true });
  const plan = (text: string): string => {
    const where = settleTerms(connection, query(text));
    const window = { where, sort: [], offset: 0, limit: 200 };
    const { sql, params } = selectWindow(sources.proxies, window, 'r.proxy_id');
    return planOf(connection, sql, params);
  };
  expect(plan('tag:many')).toMatch(/SCAN r(\n|$)/);
  expect(plan('tag:many')).toMatch(/SEARCH t USING COVERING INDEX proxy_tag_by_proxy/);
  expect(plan('tag:many')).not.toMatch(/TEMP B-TREE/);
  expect(plan('tag:few')).toMatch(/SEARCH r USING (COVERING )?INDEX proxy_by_id/);
  connection.close();
});

test('a sorted window sorts keys only, and then reads the rows it chose', () => {
  openFilled((connection) => {
    const sort = [{ field: 'city_name', isDescending: true }];
    const window = { where: query('online:yes'), sort, offset: 1000, limit: 200 };
    const { sql, params } = selectWindow(sources.proxies, window, 'r.proxy_id, network.asn_name');
    const plan = planOf(connection, sql, params);
    expect(plan.match(/TEMP B-TREE/g)).toHaveLength(1);
    expect(plan).toMatch(/SEARCH r USING INTEGER PRIMARY KEY/);
  });
});

test('a whole proxy of the specification takes at most 300 bytes', () => {
  const file = makeDatabaseName();
  const store = openStore({ file });
  store.unlock(privateKey);
  const count = 20_000;
  for (let first = 0; first < count; first += 1000) {
    store.syncs.writePage(
      'proxies',
      Array.from({ length: 1000 }, (_, index) => makeProxy(first + index)),
    );
  }
  store.close();
  expect(statSync(file).size / count).toBeLessThan(300);
});

test('a rare word is looked for in the indexes of what may hold it, never in the rows', () => {
  openFilled((connection) => {
    const { sql, params } = compileQuery('proxies', settleTerms(connection, query('cafe')));
    const plan = planOf(connection, `SELECT count(*) FROM proxy r WHERE ${sql}`, params);
    expect(plan).toMatch(/SCAN p USING COVERING INDEX proxy_by_ip6/);
    expect(plan).toMatch(/SCAN p USING COVERING INDEX proxy_by_id/);
    expect(plan).not.toMatch(/SCAN [rp]($|\n)/);
  });
});

test('an order that no index has is sorted from the table itself, not in the order of an index', () => {
  openFilled((connection) => {
    const counts = createProfileCounts(connection);
    const where = settleProfiles(counts, query('online:yes'));
    expect(where.terms.map(({ key }) => key)).toEqual(['denseProfiles']);
    const planOfSort = (field: string): string => {
      const sort = [{ field, isDescending: true }];
      const window = { where, sort, offset: 0, limit: 200 };
      const { sql, params } = selectWindow(sources.proxies, window, 'r.proxy_id');
      return planOf(connection, sql, params);
    };
    expect(planOfSort('proxy_socks5_port')).toMatch(/SCAN r\n/);
    expect(planOfSort('proxy_http_port')).toMatch(/SCAN r USING INDEX proxy_by_port/);
  });
});

test.each([...sources.proxies.indexedFields])('an order by %s is walked in its index', (field) => {
  openFilled((connection) => {
    for (const isDescending of [false, true]) {
      const sort = [{ field, isDescending }];
      const window = { where: query(''), sort, offset: 0, limit: 200 };
      const { sql, params } = selectWindow(sources.proxies, window, 'r.proxy_id');
      expect(planOf(connection, sql, params)).toMatch(/SCAN r USING (COVERING )?INDEX proxy_by_/);
    }
  });
});

test('a window near the end is walked from there, without sorting', () => {
  openFilled((connection) => {
    for (const sort of [[], [{ field: 'proxy_id', isDescending: false }]]) {
      const window = { where: query(''), sort, offset: 5, limit: 200 };
      const { sql, params } = selectWindow(sources.proxies, window, 'r.proxy_id', {
        isReversed: true,
      });
      expect(planOf(connection, sql, params)).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
    }
  });
});

test('rows behind a landmark are looked up from there, and walked on without sorting', () => {
  openFilled((connection) => {
    const planFrom = (sort: SortKey[], value: string | number | null): string => {
      const window = { where: query(''), sort, offset: 5, limit: 200 };
      const from = { offset: 0, key: 7, value };
      const { sql, params } = selectWindow(sources.proxies, window, 'r.proxy_id', { from });
      return planOf(connection, sql, params);
    };
    expect(planFrom([], null)).toMatch(/SEARCH r USING INTEGER PRIMARY KEY \(rowid>/);
    for (const isDescending of [false, true]) {
      const plan = planFrom([{ field: 'proxy_http_port', isDescending }], 8001);
      expect(plan).toMatch(/SEARCH r USING (COVERING )?INDEX proxy_by_port/);
      expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
    }
    const run = { profileIds: [1, 2], offset: 0, limit: 200, isDense: true };
    const from = { offset: 0, key: 7, value: null };
    const { sql, params } = selectRun(sources.proxies, { ...run, from }, 'r.proxy_id');
    expect(planOf(connection, sql, params)).toMatch(/SEARCH r USING INTEGER PRIMARY KEY \(rowid>/);
  });
});

test('the best tested proxies are found from the tests, not from all proxies', () => {
  openFilled((connection) => {
    const sort = [{ field: 'testSuccessCount', isDescending: true }];
    const window = { where: query(''), sort, offset: 0, limit: 200 };
    const { sql, params } = selectTested(sources.proxies, window, 'r.proxy_id');
    const plan = planOf(connection, sql, params);
    expect(plan).toMatch(/SEARCH r USING INDEX proxy_by_id/);
    expect(plan).not.toMatch(/SCAN r/);
  });
});

test('rows whose keys are known are looked up one by one, with no look at others', () => {
  openFilled((connection) => {
    const { sql, params } = selectByKeys(sources.proxies, [3, 1], 'r.proxy_id, place.city_name');
    const plan = planOf(connection, sql, params);
    expect(plan).toMatch(/SEARCH r USING INTEGER PRIMARY KEY/);
    expect(plan).not.toMatch(/SCAN r/);
  });
});

test('a run of few rows is looked up by profile, one of many is walked as received', () => {
  openFilled((connection) => {
    const planOfRun = (isDense: boolean): string => {
      const run = { profileIds: [1, 2], offset: 0, limit: 200, isDense };
      const { sql, params } = selectRun(sources.proxies, run, 'r.proxy_id');
      return planOf(connection, sql, params);
    };
    expect(planOfRun(false)).toMatch(/SEARCH r USING (COVERING )?INDEX proxy_by_profile/);
    expect(planOfRun(true)).toMatch(/SCAN r(\n|$)/);
    expect(planOfRun(true)).not.toMatch(/TEMP B-TREE/);
  });
});

/** Filters of the benchmark that look at every proxy, and why. */
const looksAtEveryProxy: { readonly [name: string]: string } = {
  'never tested': 'What has no row in another table is in no index.',
};

test.each(benchQueries)('counting "$name" looks into an index, or there is a reason', (asked) => {
  openFilled((connection) => {
    const settled = settleTerms(connection, query(asked.text));
    // Terms on profiles alone are counted without the proxies: see profile-counts.ts.
    if (settled.terms.every(asksProfilesOnly)) return;
    const { sql, params } = compileQuery('proxies', settled);
    const plan = planOf(connection, `SELECT count(*) FROM proxy r WHERE ${sql}`, params);
    const isScan = /SCAN r(\s|$)/.test(plan);
    expect(isScan, plan).toBe(asked.name in looksAtEveryProxy);
  });
});

test('what a user is restricted to is found by ids alone', () => {
  openFilled((connection) => {
    for (const sql of [restrictedServices, restrictedProxies]) {
      const plan = planOf(connection, sql, ['alice', 100]);
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });
});

test.each<[string, RegExp]>([
  ['', /^SCAN r$/m],
  ['online:yes', /^SCAN r$/m],
  ['country:US', /^SCAN r$/m],
  ['city:="City 7"', /^SEARCH r USING INDEX proxy_by_profile/m],
  ['ip:203.0.113.0/24', /^SEARCH r USING INDEX proxy_by_ip/m],
])(
  'an export of "%s" walks over all proxies where it takes many of them, and sorts only few',
  (text, plan) => {
    openFilled((connection) => {
      const request = {
        selection: { kind: 'query', where: query(text), excludedIds: [] },
        accessibleTo: 'alice',
        protocol: 'http',
        ip: '4',
      } as const;
      const { sql, params } = selectInOrder(
        createProfileCounts(connection),
        connection,
        request,
        [],
      );
      expect(planOf(connection, sql, params)).toMatch(plan);
    });
  },
);

test('the tags of the proxies in an export are looked up by the proxy', () => {
  openFilled((connection) => {
    const request = {
      selection: { kind: 'query', where: query(''), excludedIds: [] },
      accessibleTo: 'alice',
      protocol: 'http',
      ip: '4',
    } as const;
    const counts = createProfileCounts(connection);
    const { sql, params } = selectInOrder(counts, connection, request, [tagNames('proxies')]);
    const plan = planOf(connection, sql, params);
    expect(plan).toMatch(/^SCAN r$/m);
    expect(plan).toMatch(/SEARCH t USING COVERING INDEX proxy_tag_by_proxy/);
    expect(plan).toMatch(/SEARCH tag USING INTEGER PRIMARY KEY/);
  });
});

test('the failed proxies of a run are found by the run', () => {
  openFilled((connection) => {
    expect(planOf(connection, selectFailedProxies, [1])).toMatch(
      /SEARCH test_result USING INDEX test_result_by_run/,
    );
  });
});
