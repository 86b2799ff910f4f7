import { describe, expect, it } from 'vitest';
import { failures } from '../../../src/shared/failure.ts';
import { syncResources, type ResourceOutcome, type SyncOutcome } from '../../../src/shared/sync.ts';
import { detailsOf } from '../../../src/renderer/format/detail.ts';
import { matchWords } from '../../../src/renderer/kit/match-words.ts';
import { summarizeSync } from '../../../src/renderer/account/sync-status.svelte.ts';

describe('what a failed sync calls for', () => {
  it('is keys only where keys are the matter', () => {
    const rows = Object.entries(failures).filter(([, { remedy }]) => remedy === 'replace-keys');
    expect(rows.map(([code]) => code)).toEqual([
      'keys-missing',
      'keys-refused',
      'keychain-unavailable',
      'passwords-locked',
    ]);
  });

  it('offers no second try where it would fail the same way', () => {
    expect(failures['database-newer'].remedy).toBe('none');
    expect(failures.timeout.remedy).toBe('sync');
    expect(failures['not-this-service'].remedy).toBe('check-address');
  });
});

describe('what a sync did', () => {
  const none: ResourceOutcome = {
    total: 12480,
    added: 0,
    changed: 0,
    removed: 0,
    complete: true,
    withoutId: 0,
    problem: null,
  };
  const outcome = (proxies: ResourceOutcome): SyncOutcome => ({
    complete: true,
    requested: [...syncResources],
    resources: {
      services: { ...none, total: 19, removed: 1 },
      proxies,
      proxy_users: { ...none, total: 1 },
      residential_ledger: { ...none, added: 60 },
      summaries: { ...none, changed: 2 },
      customer: none,
      catalog: none,
      adjustments: none,
    },
    requests: 3,
    durationMs: 10,
    problem: null,
  });

  it('adds up the lists', () => {
    expect(summarizeSync(outcome({ ...none, added: 1200, removed: 2 }), null, false)).toBe(
      'Synced: 1,200 added, 3 removed.',
    );
  });
});

describe('the fields of a record', () => {
  it('are shown as received, big integers and objects included', () => {
    const record = { id: 12345678901234567890n, gone: null, flag: false, more: { a: [1] }, text: '' };
    expect(detailsOf(record).map(({ name, value }) => [name, value])).toEqual([
      ['id', '12345678901234567890'],
      ['gone', null],
      ['flag', 'false'],
      ['more', '{"a":[1]}'],
      ['text', ''],
    ]);
  });
});

describe('finding a command', () => {
  it('takes the words in any order', () => {
    expect(matchWords('Show proxy users', 'users show')).toBe(true);
    expect(matchWords('Show proxy users', 'users hide')).toBe(false);
    expect(matchWords('Show proxy users', '')).toBe(true);
  });
});
