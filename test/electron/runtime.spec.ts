/**
 * The parts of Node that the app relies on, in the main process of the app: Electron has its own
 * TLS library and loads native modules itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from '../support/make-certificates.ts';
import { lacks } from '../support/needs.ts';
import { expect, test } from './fixture.ts';

test('encryption, key derivation and hashes work as the vault needs them', async ({ firstScreen: app }) => {
  const result = await app.evaluate(() => {
    const crypto = process.getBuiltinModule('node:crypto');
    const key = Buffer.from(crypto.hkdfSync('sha256', 'secret', 'salt', 'purpose', 32));
    const encryption = crypto.createCipheriv('aes-256-gcm', key, Buffer.alloc(12), {
      authTagLength: 16,
    });
    const sealed = Buffer.concat([encryption.update('text'), encryption.final()]);
    const block = crypto.createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    return {
      key: key.toString('hex'),
      sealed: sealed.toString('hex') + encryption.getAuthTag().toString('hex'),
      block: block.update(Buffer.alloc(16)).toString('hex'),
      hmac: crypto.createHmac('sha256', key).update('text').digest('hex'),
    };
  }, null);
  const crypto = await import('node:crypto');
  const key = Buffer.from(crypto.hkdfSync('sha256', 'secret', 'salt', 'purpose', 32));
  const decryption = crypto.createDecipheriv('aes-256-gcm', key, Buffer.alloc(12));
  const sealed = Buffer.from(result.sealed, 'hex');
  decryption.setAuthTag(sealed.subarray(-16));
  expect(result.key).toBe(key.toString('hex'));
  expect(decryption.update(sealed.subarray(0, -16)).toString() + decryption.final('utf8')).toBe('text');
  const block = crypto.createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  expect(result.block).toBe(block.update(Buffer.alloc(16)).toString('hex'));
  expect(result.hmac).toBe(crypto.createHmac('sha256', key).update('text').digest('hex'));
});

test('certificates are verified against the given roots, and the system has some', async ({ firstScreen: app }) => {
  const missing = lacks('openssl');
  test.skip(missing !== undefined, missing ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-runtime-'));
  const certificates = makeCertificates(folder);
  const { readFileSync } = await import('node:fs');
  const result = await app.evaluate(
    async (_electron, { key, cert, ca }) => {
      const https = process.getBuiltinModule('node:https');
      const tls = process.getBuiltinModule('node:tls');
      const server = https.createServer({ key, cert }, (_request, response) => {
        response.end('answered');
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const connect = (roots?: string): Promise<string> =>
        new Promise((done) => {
          const options = {
            host: '127.0.0.1',
            servername: 'localhost',
            port,
            ...(roots && { ca: roots }),
          };
          https
            .get(options, (response) => {
              response.resume();
              done(String(response.statusCode));
            })
            .on('error', (error: NodeJS.ErrnoException) => {
              done(error.code ?? error.message);
            });
        });
      const outcome = { trusted: await connect(ca), foreign: await connect() };
      server.close();
      return { ...outcome, systemRoots: tls.getCACertificates('system').length };
    },
    { ...certificates.of('good'), ca: readFileSync(certificates.trustedRoots, 'utf8') },
  );
  rmSync(folder, { recursive: true, force: true });
  expect(result.trusted).toBe('200');
  expect(result.foreign).toMatch(/^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_)/);
  expect(result.systemRoots).toBeGreaterThan(0);
});

test('SQLite, the keychain module and worker threads load', async ({ firstScreen: app }) => {
  const missing = lacks('keytar');
  test.skip(missing !== undefined, missing ?? '');
  const result = await app.evaluate(async ({ app: electronApp }) => {
    const { createRequire } = process.getBuiltinModule('node:module');
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const require = createRequire(`${electronApp.getAppPath()}/out/main/index.js`);
    const Database = require('better-sqlite3') as new (file: string) => {
      prepare: (sql: string) => { get: () => unknown };
    };
    const { n } = new Database(':memory:').prepare('SELECT 1 AS n').get() as { n: number };
    const keytar = require('keytar') as Record<string, unknown>;
    const text = "require('node:worker_threads').parentPort.postMessage('from a worker')";
    const worker = new Worker(text, { eval: true });
    const message = await new Promise((done) => worker.once('message', done));
    await worker.terminate();
    return { n, keytar: typeof keytar['getPassword'], message };
  }, null);
  expect(result).toEqual({ n: 1, keytar: 'function', message: 'from a worker' });
});
