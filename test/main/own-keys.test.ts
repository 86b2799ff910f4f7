import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeRequest } from '../../src/shared/request-text.ts';
import { syncLists } from '../../src/shared/sync.ts';
import { serviceEnv } from '../support/env.ts';
import { findSecretsInFiles, spellings } from '../support/find-secrets.ts';
import { runCommandLine } from '../support/run-command-line.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { answerRequest } from '../support/answer-request.ts';
import { noDesktop, startApp } from '../support/start-app.ts';
import { listen } from '../support/listen.ts';

const publicKey = 'CANARYpublic-3fKq/+9w==';
const privateKey = 'CANARYprivate=8Zr+tTq/0Lm4Xc7v';
const keys = [publicKey, privateKey];

/** A service that sends the keys of each request back, in every field and message that it can. */
async function startEchoingService(): Promise<{ baseUrl: string; refuse: () => void }> {
  let isRefusing = false;
  const server = createServer((request, response) => {
    const echoed = echo(request.headers);
    // Fields are searched for whole keys in the forms in which a service would store them.
    const { raw, sentence, percent } = echoed;
    const fields = { raw, sentence, percent };
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, resource = ''] = /\/([a-z_]+)\/search$/.exec(pathname) ?? [];
    const message = `Invalid API key: ${Object.values(echoed).join(' ')}`;
    const row = { [`${resource}_id`]: '1', country_name: raw, ...fields, list: [fields] };
    const data = pathname.endsWith('/search') ? [row] : { customer_id: 7, ...row };
    response.writeHead(isRefusing ? 401 : 200, { 'Content-Type': 'application/json' });
    const found = { data, item_count: 1, page: 1, total_count: 1 };
    // Characters that need no escape, as some services escape them.
    const body = JSON.stringify(isRefusing ? { message } : found).replaceAll('C', '\\u0043');
    response.end(body);
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${String(port)}/1.0`,
    refuse: () => {
      isRefusing = true;
    },
  };
}

function echo(headers: IncomingHttpHeaders) {
  const sent = [headers['x-api-public-key'], headers['x-api-private-key']].map(String);
  return {
    raw: sent.join(' and '),
    sentence: `Invalid API key "${sent[1] ?? ''}" for /1.0/`,
    percent: sent.map(encodeURIComponent).join('&'),
    base64: Buffer.from(sent.join(':')).toString('base64'),
    base64url: Buffer.from(sent[1] ?? '').toString('base64url'),
    hex: Buffer.from(sent.join('')).toString('hex'),
  };
}

function findKeys(text: string): string[] {
  return keys.filter((key) => spellings(key).some((form) => Buffer.from(text).includes(form)));
}

test('keys that the service sends back do not reach a file, the output, a reply or the log', async () => {
  const dataDir = makeTemporaryFolder();
  const { baseUrl, refuse } = await startEchoingService();
  const env = serviceEnv({ baseUrl, publicKey, privateKey });
  const commands = [
    ['sync'],
    ['proxies'],
    ['proxies', '--json', '--secrets'],
    ['customer', '--json', '--online'],
    ['account', 'check', '--json'],
    ['show', 'proxy', '1', '--online', '--secrets', '--json'],
    ['show', 'city', '1', '--secrets'],
    ['test', '--url', 'https://example.com', '--where', 'id:1'],
  ];
  const runAll = async (): Promise<void> => {
    for (const words of commands) {
      const run = await runCommandLine([...words, '--data-dir', dataDir], { env });
      expect(findKeys(run.stdout + run.stderr), words.join(' ')).toEqual([]);
    }
  };
  await runAll();
  refuse();
  await runAll();
  expect(findSecretsInFiles(dataDir, keys)).toEqual([]);
});

test('the window and the log never see keys that the service sends back', async () => {
  const dataDir = makeTemporaryFolder();
  const { baseUrl, refuse } = await startEchoingService();
  const seen: string[] = [];
  const note = (...facts: readonly unknown[]): void => {
    seen.push(facts.map((fact) => (fact instanceof Error ? describeError(fact) : JSON.stringify(fact))).join());
  };
  const chooseSaveFile = () => Promise.resolve(join(dataDir, 'saved.txt'));
  const app = startApp(dataDir, {
    desktop: { ...noDesktop, chooseSaveFile },
    emit: note,
    log: { info: note, error: note },
  });
  const parts = { handlers: app.handlers, session: app.session, log: { info: note, error: note } };
  const ask = async (name: string, args: unknown): Promise<string> => {
    const reply = await answerRequest(parts, writeRequest(name, args));
    note(reply);
    return reply;
  };
  await ask('accounts:try', { baseUrl, publicKey, privateKey });
  await ask('accounts:add', { name: 'Echo', baseUrl, publicKey, privateKey });
  const { id: accountId } = app.accounts.named('Echo');
  const askAll = async (): Promise<void> => {
    const window = { accountId, where: '', sort: [], offset: 0, limit: 10 };
    await ask('sync:run', { accountId });
    await ask('sync:state', { accountId });
    await ask('accounts:check', { accountId });
    for (const name of syncLists) {
      await ask('list:rows', { list: name, ...window });
      await ask('list:get', { list: name, accountId, id: '1' });
      await ask('list:refresh', { list: name, accountId, id: '1' });
    }
    await ask('record:get', { accountId, kind: 'customer', refresh: true });
    await ask('record:get', { accountId, kind: 'city', id: '1', refresh: true });
    await ask('record:get', { accountId, kind: 'service_adjustment', id: '1', refresh: true });
  };
  await askAll();
  refuse();
  await askAll();
  const text = seen.join('\n');
  expect(text).toContain('[key]');
  expect(text).toContain('****');
  expect(findKeys(text.replaceAll('\\\\', '\\').replaceAll('\\"', '"'))).toEqual([]);
  expect(findSecretsInFiles(dataDir, keys)).toEqual([]);
});

/** As a log prints it: with its stack and its causes. */
function describeError(error: Error): string {
  const { cause } = error;
  return `${error.stack ?? error.message} ${cause instanceof Error ? describeError(cause) : String(cause)}`;
}
