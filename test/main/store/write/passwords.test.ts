import Database from 'better-sqlite3';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Store, openStore } from '../../../../src/main/store/index.ts';
import { firstRows, makeDatabaseName, makeProxy, makeStore, makeUser, privateKey, startTestRun } from '../support.ts';

const withCode = (code: string): unknown =>
  expect.objectContaining({ failure: expect.objectContaining({ code }) as unknown });
const all = firstRows();

/** The credentials of the default proxy user in the record of a proxy. */
const defaultCredentials = (store: Store, id: string): unknown =>
  [
    ...store.proxies.addresses({
      rows: { kind: 'ids', ids: [id] },
      accessibleTo: null,
      protocol: 'http',
      ip: '4',
      hasDefaultCredentials: true,
    }),
  ].map((address) => address.defaultCredentials)[0];

test('no secret is in the file, its log or its index, in any spelling', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const secrets = ['Pass/wörd+1 of default', 'user Pass?word=2', 'tok/en+three', 'ne?sted four'];
  store.syncs.writePage('proxies', [
    makeProxy(1, {
      default_proxy_user_password: secrets[0] ?? '',
      api_token: secrets[2] ?? '',
      line: { proxy_string: secrets[3] ?? '' },
      unsuspicious: `x:${secrets[0] ?? ''}`,
    }),
  ]);
  store.syncs.writePage('proxy_users', [makeUser('a', { proxy_user_password: secrets[1] ?? '' })]);
  store.syncs.writePage('proxy_users', [
    { id: 'a', fields: { ...makeUser('a').fields, proxy_user_password: 'changed' } },
  ]);
  const run = startTestRun(store, { urls: ['https://example.com'] });
  store.testRuns.finishBatch(run, {
    results: [{ proxyId: null, fields: { proxy_string: secrets[2] ?? '', proxy_username: 'u' } }],
    problem: null,
  });
  const bytes = ['', '-wal', '-shm']
    .map((suffix) => file + suffix)
    .filter((name) => existsSync(name))
    .map((name) => readFileSync(name));
  expect(bytes).toHaveLength(3);
  for (const secret of [...secrets, privateKey]) {
    const plain = Buffer.from(secret);
    const spellings = [
      plain,
      Buffer.from(plain.toString('base64').slice(0, -4)),
      Buffer.from(encodeURIComponent(secret)),
      Buffer.from(plain.toString('hex')),
      Buffer.from(plain.toString('hex').toUpperCase()),
      Buffer.from(secret, 'utf16le'),
    ];
    for (const spelling of spellings) {
      for (const content of bytes) expect(content.includes(spelling)).toBe(false);
    }
  }
  // Proves that the search finds a password that is there.
  expect(bytes.some((content) => content.includes('default-user'))).toBe(true);
});

test('while it is locked everything but the secrets can be read, and no page written', () => {
  const file = makeDatabaseName();
  makeStore(file).syncs.writePage('proxies', [makeProxy(1)]);
  const store = openStore({ file });
  expect(store.isUnlocked).toBe(false);
  const { id, fields } = makeProxy(1);
  expect(store.proxies.record(id, { secrets: false })).toEqual(
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'default_proxy_user_password')),
  );
  const locked = withCode('passwords-locked');
  expect(() => store.proxies.record(id, { secrets: true })).toThrow(locked);
  expect(() => [...store.proxies.records(all, { secrets: true })]).toThrow(locked);
  expect(() => store.proxy_users.credentials('alice')).toThrow(locked);
  expect(() => defaultCredentials(store, id)).toThrow(locked);
  expect(() => store.syncs.writePage('proxies', [])).toThrow(locked);
  expect(store.unlock(privateKey)).toBe(true);
  expect(store.isUnlocked).toBe(true);
  expect(store.proxies.record(id, { secrets: true })).toEqual(fields);
  store.close();
});

test('credentials come from the records', () => {
  const store = makeStore();
  const odd = makeProxy(2, { default_proxy_user_password: null });
  store.syncs.writePage('proxies', [makeProxy(1), odd]);
  store.syncs.writePage('proxy_users', [makeUser('alice'), makeUser('bob', { proxy_user_password: null })]);
  expect(store.proxy_users.credentials('alice')).toEqual({ username: 'alice', password: 'password of alice' });
  expect(store.proxy_users.credentials('bob')).toEqual({ username: 'bob', password: null });
  expect(store.proxy_users.credentials('nobody')).toBeUndefined();
  expect(defaultCredentials(store, makeProxy(1).id)).toEqual({
    username: 'default-user',
    password: 'the default password',
  });
  expect(defaultCredentials(store, odd.id)).toEqual({ username: 'default-user', password: null });
  expect(defaultCredentials(store, 'nothing')).toBeUndefined();
});

test('another key discards the cached passwords once it is to replace the first, and the next sync writes everything again', () => {
  const file = makeDatabaseName();
  const first = makeStore(file);
  first.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  first.syncs.writePage('proxy_users', [makeUser('alice')]);
  const store = openStore({ file });
  expect(store.unlock('another key')).toBe(false);
  expect(store.isUnlocked).toBe(false);
  expect(first.proxy_users.credentials('alice')?.password).toBe('password of alice');
  expect(store.renewKey('another key')).toBe(true);
  expect(store.proxy_users.credentials('alice')).toEqual({ username: 'alice', password: null });
  expect(store.proxies.record(makeProxy(1).id, { secrets: true })).toEqual(
    store.proxies.record(makeProxy(1).id, { secrets: false }),
  );
  // The process with the old key must not write what the new key can't read, nor take it for damage.
  expect(first.isUnlocked).toBe(false);
  expect(() => first.syncs.writePage('proxies', [makeProxy(3)])).toThrow(withCode('passwords-locked'));
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  expect(() => first.proxy_users.credentials('alice')).toThrow(withCode('passwords-locked'));
  const written = store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  expect(written).toMatchObject({ added: 0, changed: 0 });
  store.syncs.finishList('proxies', []);
  expect(store.proxies.record(makeProxy(1).id, { secrets: true })).toEqual(makeProxy(1).fields);
  expect(store.renewKey('another key')).toBe(false);
  store.close();
});

test('a password moved to another row is refused', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxy_users', [makeUser('alice'), makeUser('bob')]);
  const db = new Database(file);
  db.exec(`UPDATE proxy_user SET secrets = (SELECT secrets FROM proxy_user WHERE proxy_user_id = 'bob')
           WHERE proxy_user_id = 'alice'`);
  db.close();
  expect(() => store.proxy_users.credentials('alice')).toThrow(withCode('database-damaged'));
  expect(store.proxy_users.credentials('bob')?.password).toBe('password of bob');
});

test('passwords of a discarded key are removed from the log by the next sync if a reader uses it now', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  const reader = new Database(file, { readonly: true });
  const old = reader.prepare('SELECT secrets FROM proxy_user').pluck().get() as Buffer;
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM proxy_user').get();
  const isInLog = (): boolean => readFileSync(`${file}-wal`).includes(old);
  expect(store.renewKey('another key')).toBe(true);
  expect(isInLog()).toBe(true);
  reader.close();
  store.syncs.emptyLog();
  expect(isInLog()).toBe(false);
  expect(readFileSync(file).includes(old)).toBe(false);
});

test('a row that is given the ID of another user, or a credential another user name, is refused', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxy_users', [makeUser('alice'), makeUser('bob')]);
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2, { default_proxy_user_username: 'other-user' })]);
  const db = new Database(file);
  for (const [table, column, one, two] of [
    ['proxy_user', 'proxy_user_id', 'alice', 'bob'],
    ['proxy', 'default_proxy_user_username', 'default-user', 'other-user'],
  ]) {
    const rename = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`);
    for (const [to, from] of [
      ['swapped', one],
      [one, two],
      [two, 'swapped'],
    ])
      rename.run(to, from);
  }
  db.close();
  const refused = withCode('database-damaged');
  for (const id of ['alice', 'bob']) expect(() => store.proxy_users.credentials(id)).toThrow(refused);
  for (const number of [1, 2]) expect(() => defaultCredentials(store, makeProxy(number).id)).toThrow(refused);
});

test('so is one that comes before the record whose password it repeats, in the same page', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const [first, second] = ['Gx7kPw2q-of-a-page', 'Hy8lQx3r-of-a-pass'];
  const page = (password: string) => [
    makeUser('b', { proxy_user_metadata: { remark: `ask for ${password}` } }),
    makeUser('c', { proxy_user_metadata: { remark: Buffer.from(`c:${password}`).toString('base64') } }),
    makeUser('a', { proxy_user_password: password }),
  ];
  store.syncs.writePage('proxy_users', page(first));
  const pass = store.syncs.startPass('proxy_users');
  pass.write(page(second));
  pass.close();
  expect(store.proxy_users.record('b', { secrets: true })).toMatchObject({
    proxy_user_metadata: { remark: `ask for ${second}` },
  });
  const written = ['', '-wal'].map((suffix) => readFileSync(file + suffix, 'latin1')).join('');
  for (const password of [first, second]) {
    expect(written).not.toContain(password);
    expect(written).not.toContain(Buffer.from(`c:${password}`).toString('base64').slice(4, -4));
  }
});

test('a text that comes before its password is encrypted by the next comparison of all rows', () => {
  const store = makeStore(makeDatabaseName());
  const password = 'Gx7kPw2q-comes-later';
  const service = { id: 's', fields: { service_id: 's', service_metadata: { list: [`ask for ${password}`] } } };
  const encrypted = (): unknown => store.services.record('s', { secrets: false })?.['service_metadata'];
  store.syncs.writePage('services', [service]);
  store.syncs.writePage('proxy_users', [makeUser('a', { proxy_user_password: password })]);
  expect(encrypted()).toBeDefined();
  store.syncs.forgetComparisons();
  const pass = store.syncs.startPass('services');
  pass.write([service]);
  pass.close();
  expect(encrypted()).toBeUndefined();
  expect(store.services.record('s', { secrets: true })).toMatchObject(service.fields);
});

test('a text that contains a password of another record is encrypted, whatever is written around it', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const password = 'Gx7kPw2q-of-another';
  const text = `ask for ${password}, please`;
  store.syncs.writePage('proxy_users', [makeUser('a', { proxy_user_password: password })]);
  store.syncs.writePage('proxy_users', [makeUser('b', { proxy_user_metadata: { remark: text } })]);
  store.syncs.writePage('proxies', [makeProxy(1, { unsuspicious: text })]);
  const pass = store.syncs.startPass('services');
  pass.write([{ id: 's', fields: { service_id: 's', service_metadata: { list: [text] } } }]);
  pass.close();
  store.cachedRecords.put('customer', 'c', { remark: text });
  expect(store.proxy_users.record('b', { secrets: true })).toMatchObject({ proxy_user_metadata: { remark: text } });
  expect(store.services.record('s', { secrets: true })).toMatchObject({ service_metadata: { list: [text] } });
  for (const suffix of ['', '-wal']) expect(readFileSync(file + suffix).includes(password)).toBe(false);
});
