import { statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../../../src/main/store/sqlite/connection.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { openStore } from '../../../../src/main/store/index.ts';
import { costedServices, mobileUsed, usedPerDay } from '../../../../src/main/store/read/overview.ts';
import { lastRecordedSync, recordedSyncs } from '../../../../src/main/store/user/change-log.ts';
import { compileQuery } from '../../../../src/main/store/read/query/compile-query.ts';
import { sources } from '../../../../src/main/store/read/query/list-source.ts';
import { tagNames } from '../../../../src/main/store/read/query/query-annotation.ts';
import { proxiesPerService } from '../../../../src/main/store/read/query/access-condition.ts';
import { selectAddresses } from '../../../../src/main/store/read/addresses.ts';
import { restrictedProxies, restrictedServices } from '../../../../src/main/store/read/proxies.ts';
import { selectByKeys, selectKeys, selectPage } from '../../../../src/main/store/read/browsable-list.ts';
import { removalsAt } from '../../../../src/main/store/write/pair-replacements.ts';
import { findTestedProxy, ofRun } from '../../../../src/main/store/user/tested-proxies.ts';
import { benchQueries } from '../../../bench/queries.ts';
import {
  firstRows,
  makeDatabaseName,
  makeProxies,
  makeProxy,
  makeService,
  makeStore,
  makeUser,
  privateKey,
  query,
} from '../support.ts';

/** A database with enough rows that an index is worth choosing. */
let file: string;
beforeAll(() => {
  file = makeDatabaseName(afterAll);
  const store = makeStore(file, afterAll);
  store.syncs.writePage('proxies', makeProxies(2000));
  store.syncs.writePage('services', [makeService('svc-1', 'One')]);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
});

function openFilled(use: (connection: Connection) => void): void {
  const connection = openDatabase(file, accountSchemas, { readOnly: true });
  use(connection);
  connection.close();
}

function planOf(connection: Connection, sql: string, params: readonly unknown[] = []): string {
  const values = params.map((value) => (typeof value === 'string' ? value : Number(value)));
  return connection
    .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    .map((row) => String(row[3]))
    .join('\n');
}

const planOfCount = (connection: Connection, text: string): string => {
  const { sql, params } = compileQuery('proxies', query(text));
  return planOf(connection, `SELECT count(*) FROM proxy r WHERE ${sql}`, params);
};

test.each<[string, RegExp]>([
  ['ip:203.0.113.0/24', /SEARCH r USING (COVERING )?INDEX proxy_by_ip/],
  ['ip:203.0.', /SEARCH r USING (COVERING )?INDEX proxy_by_ip/],
  ['ip6:2001:db8::/48', /SEARCH r USING (COVERING )?INDEX proxy_by_ip6/],
  ['port:8000..8100', /SEARCH r USING (COVERING )?INDEX proxy_by_port/],
  ['updated:>2026-10-08', /SEARCH r USING (COVERING )?INDEX proxy_by_update/],
  ['tag:burnt', /SEARCH r USING (COVERING )?INDEX proxy_by_id/],
  ['note:refund', /SEARCH r USING (COVERING )?INDEX proxy_by_id/],
  ['id:00000000-0000-4000-8000-000000000001', /SEARCH r USING (COVERING )?INDEX proxy_by_id/],
])('counting "%s" looks into its index', (text, index) => {
  openFilled((connection) => {
    const plan = planOfCount(connection, text);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/SCAN r/);
  });
});

/** Everything else is found by one look at each row. */
test.each(benchQueries)('counting "$name" joins no other table row by row', ({ text }) => {
  openFilled((connection) => {
    expect(planOfCount(connection, text)).not.toMatch(/CORRELATED/);
  });
});

test.each(['last:works', 'last:fails', 'last:never', '-last:fails country:US'])(
  'counting "%s" reads the tests once, not once a proxy',
  (text) => {
    openFilled((connection) => {
      const plan = planOfCount(connection, text);
      expect(plan).toMatch(/LIST SUBQUERY/);
      expect(plan).not.toMatch(/CORRELATED/);
    });
  },
);

test('counting all rows, and those of each service, reads an index', () => {
  openFilled((connection) => {
    expect(planOf(connection, 'SELECT count(*) FROM proxy')).toMatch(/COVERING INDEX/);
    const perService = proxiesPerService('TRUE');
    expect(planOf(connection, perService)).toMatch(/SCAN r USING COVERING INDEX proxy_by_service/);
  });
});

test('the first page as received is read in the order of the rows, without sorting', () => {
  openFilled((connection) => {
    const window = firstRows('online:yes', 'proxies', 200);
    const { sql, params } = selectPage(sources.proxies, window, 'r.proxy_id, r.city_name');
    const plan = planOf(connection, sql, params);
    expect(plan).not.toMatch(/TEMP B-TREE/);
    // Tables that nothing is shown of are not looked into.
    expect(plan).not.toMatch(/proxy_test|proxy_note|service/);
  });
});

test.each(['proxy_ip_address', 'proxy_ip_address_v6', 'proxy_http_port', 'proxy_last_update_datetime', 'proxy_id'])(
  'an order by %s is read from its index',
  (field) => {
    openFilled((connection) => {
      for (const isDescending of [false, true]) {
        const window = { where: query(''), sort: [{ field, isDescending }], offset: 0, limit: 200 };
        const { sql, params } = selectPage(sources.proxies, window, 'r.proxy_id');
        expect(planOf(connection, sql, params)).toMatch(/SCAN r USING (COVERING )?INDEX/);
      }
    });
  },
);

test('a sorted page sorts keys only, and then reads the rows it chose', () => {
  openFilled((connection) => {
    const sort = [{ field: 'city_timezone', isDescending: true }];
    const window = { where: query('online:yes'), sort, offset: 500, limit: 200 };
    const { sql, params } = selectPage(sources.proxies, window, 'r.proxy_id, r.asn_name');
    const plan = planOf(connection, sql, params);
    expect(plan.match(/TEMP B-TREE/g)).toHaveLength(1);
    expect(plan).toMatch(/SEARCH r USING INTEGER PRIMARY KEY/);
  });
});

test('a deep page is looked up by its keys, with no look at other rows', () => {
  openFilled((connection) => {
    const { sql, params } = selectByKeys(sources.proxies, [3, 1], 'r.proxy_id, r.city_name');
    const plan = planOf(connection, sql, params);
    expect(plan).toMatch(/SEARCH r USING INTEGER PRIMARY KEY/);
    expect(plan).not.toMatch(/SCAN r/);
  });
});

test('a proxy with every field of the specification takes at most 775 bytes', () => {
  const large = makeDatabaseName();
  const store = openStore({ file: large });
  store.unlock(privateKey);
  const count = 6000;
  const walk = store.syncs.startPass('proxies');
  for (let first = 0; first < count; first += 1000) {
    const records = Array.from({ length: 1000 }, (_, index) => makeProxy(first + index));
    walk.write(records);
  }
  walk.close();
  store.close();
  expect(statSync(large).size / count).toBeLessThan(775);
});

test('all keys of a sorted filter are sorted, not looked up row by row in the order of an index', () => {
  openFilled((connection) => {
    const sort = [{ field: 'proxy_last_update_datetime', isDescending: true }];
    const window = { where: query('online:yes'), sort };
    const { sql, params } = selectKeys(sources.proxies, window, { isWhole: true });
    expect(planOf(connection, sql, params)).toBe('SCAN r\nUSE TEMP B-TREE FOR ORDER BY');
  });
});

test('an order by a value of another table reads the proxies in their own order', () => {
  openFilled((connection) => {
    const sort = [{ field: 'testSuccessCount', isDescending: true }];
    const window = { where: query(''), sort, offset: 0, limit: 200 };
    const { sql, params } = selectPage(sources.proxies, window, 'r.proxy_id');
    expect(planOf(connection, sql, params)).toMatch(/^SCAN r$/m);
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

const request = {
  accessibleTo: 'alice',
  protocol: 'http',
  ip: '4',
} as const;

test.each<[string, RegExp]>([
  ['', /^SCAN r$/m],
  ['online:yes', /^SCAN r$/m],
  ['ip:203.0.113.0/24', /^SEARCH r USING INDEX proxy_by_ip/m],
])('an export of "%s" walks over the rows in their order, or looks up few', (text, plan) => {
  openFilled((connection) => {
    const rows = { kind: 'query', where: text } as const;
    const { sql, params } = selectAddresses({ ...request, rows }, []);
    expect(planOf(connection, sql, params)).toMatch(plan);
  });
});

test('the tags of the proxies in an export are looked up by the proxy', () => {
  openFilled((connection) => {
    const rows = { kind: 'query', where: '' } as const;
    const { sql, params } = selectAddresses({ ...request, rows }, [tagNames('proxies')]);
    const plan = planOf(connection, sql, params);
    expect(plan).toMatch(/^SCAN r$/m);
    expect(plan).toMatch(/SEARCH t USING COVERING INDEX proxy_tag_by_proxy/);
    expect(plan).toMatch(/SEARCH tag USING INTEGER PRIMARY KEY/);
  });
});

/** The plan of what a list of tests shows of a filter. */
function planOfTests(
  connection: Connection,
  list: 'tested' | 'results',
  text: string,
  { field, columns = 'r.key' }: { readonly field?: string; readonly columns?: string } = {},
): string {
  const sort = field === undefined ? [] : [{ field, isDescending: false }];
  const window = { where: query(text, list), sort, offset: 0, limit: 200 };
  const { sql, params } = selectPage(sources[list], window, columns);
  return planOf(connection, sql, params);
}

test('the proxies of a run are a range of keys, in their order, whatever else the filter asks', () => {
  openFilled((connection) => {
    for (const terms of ['', ' works:no', ' reason:blocked', ' city:london', ' elsewhere:no']) {
      const plan = planOfTests(connection, 'tested', `run:3${terms}`);
      expect([terms, plan]).toEqual([
        terms,
        expect.stringContaining('SEARCH r USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'),
      ]);
      expect(plan).not.toMatch(/TEMP B-TREE/);
    }
    const figures = `SELECT count(*) FROM tested_proxy WHERE ${ofRun}`;
    expect(planOf(connection, figures, [1, 1])).toContain('SEARCH tested_proxy USING INTEGER');
  });
});

test('another order sorts the keys of one run, and looks up what it is sorted by', () => {
  openFilled((connection) => {
    for (const field of ['slowest_time', 'city_name', 'elsewhere']) {
      const plan = planOfTests(connection, 'tested', 'run:3', { field });
      expect(plan).toContain('SEARCH r USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)');
      expect(plan).not.toMatch(/SCAN (?!\(subquery|chosen)/);
    }
    expect(planOfTests(connection, 'tested', 'run:3', { field: 'city_name' })).toContain(
      'SEARCH p USING INDEX proxy_by_id',
    );
  });
});

test('the results of a run are found by its index, and the details of a page one by one', () => {
  openFilled((connection) => {
    expect(planOfTests(connection, 'results', 'run:3 works:no')).toContain(
      'SEARCH r USING INDEX test_result_by_run (test_run_id=?)',
    );
    const { expressions } = sources.tested;
    const columns = [...expressions.values()].map(({ sql }) => sql).join(', ');
    const plan = planOfTests(connection, 'tested', 'run:3', { columns });
    expect(plan).toContain('SEARCH b USING INDEX tested_proxy_by_proxy (proxy_id=?)');
    expect(plan).toContain('SEARCH t USING INDEX test_result_by_time (proxy_id=?)');
  });
});

test('the overview scans services only, and counts their proxies by an index', () => {
  openFilled((connection) => {
    const scans = (sql: string, ...params: string[]): string[] =>
      planOf(connection, sql, params)
        .split('\n')
        .filter((line) => line.startsWith('SCAN'));
    expect(scans(costedServices)).toEqual(['SCAN r']);
    expect(planOf(connection, costedServices)).toMatch(/SEARCH p USING COVERING INDEX/);
    // The ledger has a row per day, and syncs are few.
    expect(scans(usedPerDay, '2026-10-01')).toHaveLength(1);
    expect(scans(mobileUsed, '2026-10-01')).toEqual(['SCAN user.sync']);
    for (const sql of [lastRecordedSync, recordedSyncs.replace('?', '1')]) {
      expect(planOf(connection, sql)).not.toContain('TEMP B-TREE');
    }
  });
});

test('the changes of a sync, of a proxy and of a filter by sync are found by indexes', () => {
  openFilled((connection) => {
    const planOfChanges = (list: 'changes' | 'proxies', text: string): string => {
      const { sql, params } = compileQuery(list, query(text, list));
      const { table } = sources[list].layout;
      return planOf(connection, `SELECT count(*) FROM ${table} r WHERE ${sql}`, params);
    };
    expect(planOfChanges('changes', 'sync:3')).toContain('SEARCH r USING COVERING INDEX change_by_sync');
    expect(planOfChanges('changes', 'id:abc')).toContain('change_by_record');
    expect(planOfChanges('proxies', 'sync:3')).toContain('change_by_sync');
  });
});

test('a sync looks for replaced proxies among the removed ones alone, whatever else the history has', () => {
  openFilled((connection) => {
    const plan = planOf(connection, removalsAt, ['["203.0.0.1"]', '[]']);
    expect(plan).toMatch(/change USING INDEX change_of_removed_proxy/);
    expect(plan).not.toMatch(/CORRELATED/);
  });
});

test('the proxy of a result is found by its index, however many proxies its run has', () => {
  openFilled((connection) => {
    const plan = planOf(connection, findTestedProxy, [1, 'id']);
    expect(plan).toMatch(/USING INDEX tested_proxy_by_proxy \(proxy_id=\? AND test_run_id=\?\)/);
  });
});
