import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createFileLog } from '../../src/main/file-log.ts';
import { fail } from '../../src/shared/failure.ts';
import { writeRequest } from '../../src/shared/request-text.ts';
import { expectPrivate } from '../support/expect-private.ts';
import { openApp } from '../support/open-app.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { answerRequest } from '../support/answer-request.ts';

const makeFile = (): string => join(makeTemporaryFolder(), 'logs', 'main.log');

test('the log has the code of a failure, without its text and its cause, and the stack of an error', () => {
  const file = makeFile();
  const log = createFileLog(file);
  log.error('sync', fail('rejected', 'a text', { cause: new Error('a cause') }));
  log.error('sync', new TypeError('a bug'));
  log.info('start', { version: 1 });
  const [failure, error = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  expect(failure).toMatch(/^\S+ sync: rejected$/);
  expect(error).toContain('sync: TypeError: a bug');
  expect(rest[0]).toMatch(/^ +at .*file-log\.test\.ts/);
  expect(rest.at(-2)).toMatch(/ start version=1$/);
  expectPrivate(file);
});

test('a log of a mebibyte becomes the older file, and a new one begins', () => {
  const file = makeFile();
  const log = createFileLog(file);
  const long = 'x'.repeat(1024 * 1024);
  log.info(`first ${long}`);
  log.info(`second ${long}`);
  log.info('third');
  expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^\S+ second x+\n$/);
  expect(readFileSync(file, 'utf8')).toMatch(/^\S+ third\n$/);
});

test('errors inside workers are in the log with their stacks, and not in the responses', async () => {
  const workerFile = pathToFileURL(join(import.meta.dirname, '../../out/main/worker.js'));
  const file = makeFile();
  const log = createFileLog(file);
  const { ask, accountId, databaseFile, handlers, session } = await openApp({ workerFile, log });
  // Opens the cache in a worker.
  await ask('list:count', { list: 'proxy_users', accountId, where: '' });
  const db = new Database(databaseFile);
  db.exec(`CREATE TRIGGER bug BEFORE INSERT ON service BEGIN SELECT RAISE(ABORT, 'a bug'); END`);
  await ask('sync:run', { accountId });
  db.exec('ALTER TABLE proxy_user RENAME TO lost');
  db.close();

  const parts = { handlers, session, log };
  const answer = await answerRequest(
    parts,
    writeRequest('list:count', { list: 'proxy_users', accountId, where: '' }, 1),
  );
  expect(answer).toContain('The log has the details.');
  expect(answer).not.toContain('no such table');
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/list:count: internal: internal: SqliteError: no such table.*\n +at /);
  expect(text).toMatch(/ sync: SqliteError: a bug\n +at /);
});
