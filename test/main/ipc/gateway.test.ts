import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import type { Events } from '../../../src/shared/ipc.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';
import { openApp } from '../../support/open-app.ts';
import { patience } from '../../support/patience.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { listen } from '../../support/listen.ts';

test('rules are saved with the account, listed while the gateway is off, and removed', async () => {
  const { ask, accountId } = await openApp();
  const saved = await ask('gateway:put-rule', { accountId, rule: defaultRule });
  const rule = {
    ...defaultRule,
    where: 'country:US',
    rotation: { kind: 'sticky', minutes: 5 },
  } as const;
  expect(await ask('gateway:put-rule', { accountId, rule, id: saved.id })).toEqual({
    ...rule,
    id: saved.id,
  });
  expect(await ask('gateway:report', { accountId })).toEqual({
    rules: [{ ...rule, id: saved.id }],
    state: null,
    problem: null,
    others: [],
    elsewhere: null,
  });
  await expect(ask('gateway:put-rule', { accountId, rule })).rejects.toThrow('already a rule named');
  expect(await ask('gateway:free-port', { accountId })).toBeGreaterThan(rule.port);
  await ask('gateway:remove-rule', { accountId, id: saved.id });
  expect(await ask('gateway:report', { accountId })).toEqual({
    rules: [],
    state: null,
    problem: null,
    others: [],
    elsewhere: null,
  });
});

test('a change of a rule leaves what another window or an agent has changed meanwhile', async () => {
  const { ask, accountId } = await openApp();
  const { id } = await ask('gateway:put-rule', { accountId, rule: defaultRule });
  await ask('gateway:put-rule', { accountId, id, rule: { lines: 'A.example->block' } });
  await ask('gateway:put-rule', { accountId, id, rule: { isOn: false } });
  const lines = 'a.example -> block';
  expect((await ask('gateway:report', { accountId })).rules).toEqual([{ ...defaultRule, id, lines, isOn: false }]);
  const shared = ask('gateway:put-rule', { accountId, id, rule: { isShared: true, lines: '* -> direct' } });
  await expect(shared).rejects.toThrow('cannot have a line that goes direct');
  await expect(ask('gateway:put-rule', { accountId, id: id + 1, rule: { isOn: true } })).rejects.toThrow(
    'no longer exists',
  );
});

test('a token stays the same until it is renewed, and is copied without passing the window', async () => {
  const copied: string[] = [];
  const { ask, accountId } = await openApp({
    desktop: {
      async copySecret(text) {
        copied.push(await text.text());
      },
    },
  });
  const { id: ruleId } = await ask('gateway:put-rule', { accountId, rule: defaultRule });
  const token = await ask('gateway:token', { accountId, ruleId });
  expect(token).toMatch(/^[\w-]{24}$/);
  expect(await ask('gateway:token', { accountId, ruleId })).toBe(token);
  for (const client of ['http', 'curl', 'environment'] as const) {
    await ask('gateway:copy', { accountId, ruleId, client });
  }
  expect(copied).toEqual([
    `http://rotate:${token}@127.0.0.1:24000`,
    expect.stringContaining(`-U rotate:${token} `),
    expect.stringContaining(`export HTTPS_PROXY=http://rotate:${token}@127.0.0.1:24000\n`),
  ]);
  await ask('gateway:renew-token', { accountId, ruleId });
  expect(await ask('gateway:token', { accountId, ruleId })).not.toBe(token);
  expect(JSON.stringify(await ask('gateway:report', { accountId }))).not.toContain(token);
});

test('it is turned on and off, rules change at once, and a taken port is reported', async () => {
  const { ask, accountId, runningWork } = await openApp();
  const port = await findFreePort();
  const { id, ...rule } = await ask('gateway:put-rule', {
    accountId,
    rule: { ...defaultRule, port },
  });
  await ask('gateway:switch', { accountId, isOn: true });
  const stateOf = async () => (await ask('gateway:report', { accountId })).state?.rules[0];
  expect(await stateOf()).toMatchObject({ ruleId: id, problem: null, open: 0 });
  const taken = await listen(createServer());
  await ask('gateway:put-rule', { accountId, id, rule: { ...rule, port: taken } });
  expect(await stateOf()).toMatchObject({ problem: { kind: 'port-taken' } });
  await ask('gateway:put-rule', { accountId, id, rule: { ...rule, isOn: false } });
  expect(await stateOf()).toMatchObject({ problem: null, inRotation: 0 });
  // Nothing that quitting would interrupt.
  expect(runningWork()).toEqual([]);
  await ask('gateway:switch', { accountId, isOn: false });
  expect(await stateOf()).toBeUndefined();
  await expect(ask('gateway:end', { accountId })).rejects.toThrow('The gateway is off');
});

test('a gateway that is on is reported to every account, and any of them can end it', async () => {
  const { ask, accountId } = await openApp();
  const { id: other } = await ask('accounts:add-demo', { proxyCount: 5 });
  const rule = { ...defaultRule, port: await findFreePort() };
  await ask('gateway:put-rule', { accountId, rule });
  await ask('gateway:switch', { accountId, isOn: true });
  const seen = async (from: string) => (await ask('gateway:report', { accountId: from })).others;
  expect(await seen(other)).toEqual([{ accountId, openCount: 0 }]);
  expect(await seen(accountId)).toEqual([]);
  await ask('gateway:switch', { accountId, isOn: false });
  expect(await seen(other)).toEqual([]);
});

test('it is turned on with the app only if the user wants that', async () => {
  const { ask, accountId, startGateways } = await openApp();
  const rule = { ...defaultRule, port: await findFreePort() };
  await ask('gateway:put-rule', { accountId, rule });
  await startGateways();
  expect((await ask('gateway:report', { accountId })).state).toBeNull();
  await ask('settings:set-account', { accountId, changes: { gatewayStarts: true } });
  await startGateways();
  expect((await ask('gateway:report', { accountId })).state).toMatchObject({
    rules: [{ problem: null }],
  });
});

test('every export format can hold the gateway in place of a proxy, as one entry', async () => {
  const copied: string[] = [];
  const { ask, accountId } = await openApp({
    desktop: {
      async copySecret(text: Blob) {
        copied.push(await text.text());
      },
    },
  });
  const { id: ruleId } = await ask('gateway:put-rule', { accountId, rule: defaultRule });
  const choices = {
    accountId,
    gatewayRuleId: ruleId,
    proxyUserId: null,
    proxies: { kind: 'ids', ids: [] },
    protocol: 'http',
    ip: '4',
  } as const;
  await ask('exports:preview', { ...choices, format: 'http', revealSecrets: false });
  const token = await ask('gateway:token', { accountId, ruleId });
  const formats = await ask('exports:formats', undefined);
  expect(formats.length).toBeGreaterThan(20);
  for (const { name, hasCredentials } of formats) {
    expect(await ask('exports:copy', { ...choices, format: name })).toMatchObject({
      writtenCount: 1,
      skipped: [],
    });
    const text = copied.at(-1) ?? '';
    expect([name, text]).toEqual([name, expect.stringContaining('127.0.0.1')]);
    expect([name, text]).toEqual([name, expect.stringContaining('24000')]);
    // One format encodes the login.
    const login = Buffer.from(`rotate:${token}`).toString('base64').replace(/=+$/, '');
    if (hasCredentials) expect([name, text.replace(login, token)]).toEqual([name, expect.stringContaining(token)]);
  }
  expect(copied).toContain(`http://rotate:${token}@127.0.0.1:24000\n`);
  const { lines } = await ask('exports:preview', {
    ...choices,
    format: 'http',
    revealSecrets: false,
  });
  expect(lines).toEqual(['http://rotate:••••••@127.0.0.1:24000']);
  await expect(ask('exports:copy', { ...choices, format: 'http', gatewayRuleId: ruleId + 1 })).rejects.toThrow(
    'no longer exists',
  );
});

test('new keys do not end it, and the clients get new tokens', async () => {
  const { ask, demo } = await openApp();
  const { baseUrl, publicKey, privateKey } = demo;
  const added = { name: 'Northwind', baseUrl, publicKey, privateKey };
  const { id: accountId } = await ask('accounts:add', added);
  const port = await findFreePort();
  const { id: ruleId } = await ask('gateway:put-rule', {
    accountId,
    rule: { ...defaultRule, port },
  });
  await ask('gateway:switch', { accountId, isOn: true });
  const token = await ask('gateway:token', { accountId, ruleId });
  await ask('accounts:set-keys', {
    accountId,
    baseUrl,
    publicKey,
    privateKey: `${demo.privateKey}-new`,
  });
  const { state } = await ask('gateway:report', { accountId });
  expect(state?.rules[0]).toMatchObject({ ruleId, problem: null });
  // The old one was encrypted with a key that nobody has any more.
  expect(await ask('gateway:token', { accountId, ruleId })).not.toBe(token);
});

/** The built worker; the thread of a gateway ends when it should end the connection of this number. */
const deadlyId = 4242;
function makeMortalWorker(): URL {
  const built = pathToFileURL(join(import.meta.dirname, '../../../out/main/worker.js'));
  const file = join(makeTemporaryFolder(), 'worker.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ name, args }) => {
       if (name === 'end' && args[0]?.id === ${String(deadlyId)}) process.exit(1);
     });
     await import(${JSON.stringify(built.href)});`,
  );
  return pathToFileURL(file);
}

test('a gateway whose thread ends is started again with its rules, and stays off with a reason if it ends again soon', async () => {
  const ends: Events['gateway:ended'][] = [];
  const { ask, accountId } = await openApp({
    workerFile: makeMortalWorker(),
    emit(name, payload) {
      if (name === 'gateway:ended') ends.push(payload as Events['gateway:ended']);
    },
  });
  const rule = { ...defaultRule, port: await findFreePort() };
  await ask('gateway:put-rule', { accountId, rule });
  await ask('gateway:switch', { accountId, isOn: true });
  const kill = (): Promise<unknown> => ask('gateway:end', { accountId, id: deadlyId }).catch((error: unknown) => error);
  const answers = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(rule.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
  expect(await answers()).toBe(true);
  await kill();
  await vi.waitFor(() => {
    expect(ends).toEqual([{ accountId, problem: null }]);
  }, patience);
  const { state, problem } = await ask('gateway:report', { accountId });
  expect([state?.rules[0]?.problem, problem]).toEqual([null, null]);
  expect(await answers()).toBe(true);

  await kill();
  await vi.waitFor(() => {
    expect(ends[1]?.problem).toContain('could not be started again');
  }, patience);
  expect(await ask('gateway:report', { accountId })).toMatchObject({
    state: null,
    problem: ends[1]?.problem,
  });
  expect(await answers()).toBe(false);
  await ask('gateway:switch', { accountId, isOn: true });
  expect(await ask('gateway:report', { accountId })).toMatchObject({
    state: { rules: [{ problem: null }] },
    problem: null,
  });
  // One that is turned off has not ended unexpectedly.
  await ask('gateway:switch', { accountId, isOn: false });
  expect(ends).toHaveLength(2);
});
