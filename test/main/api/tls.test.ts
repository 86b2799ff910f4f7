import { createServer, type ServerOptions } from 'node:https';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { connect, failureOf, serve } from './serve.ts';
import { makeCertificates } from '../../support/make-certificates.ts';
import { retrieve } from '../../../src/main/api/retrieve.ts';
import { listen } from '../../support/listen.ts';

const made = makeCertificates();

beforeEach(() => {
  // Where the system keeps the roots it trusts; read once, by the first client.
  process.env['SSL_CERT_FILE'] = made.trustedRoots;
});

/** Serves over TLS on 127.0.0.1; gives the address and how many requests arrived. */
async function serveTls(options: ServerOptions): Promise<{ baseUrl: string; arrived: () => number }> {
  let arrived = 0;
  const server = createServer(options, (_, response) => {
    arrived += 1;
    response.end('{"data":{"customer_id":1}}');
  });
  const port = await listen(server);
  return { baseUrl: `https://localhost:${port}/1.0`, arrived: () => arrived };
}

test('a certificate of a root that only this system trusts is good, as companies have them', async () => {
  const { baseUrl, arrived } = await serveTls(made.of('good'));
  const { client } = connect(baseUrl);
  expect(await retrieve(client, 'customer')).toEqual({ customer_id: 1 });
  expect(arrived()).toBe(1);
});

const refused = [
  ['expired', 'has expired'],
  ['not-yet-valid', 'not valid yet'],
  ['self-signed', 'certificate is self-signed'],
  ['untrusted-chain', 'an issuer that this system does not trust'],
  ['unknown-issuer', 'certificate chain is incomplete'],
  ['other-host', 'belongs to another address'],
  ['issued-without-right', 'not allowed to issue it'],
  ['for-clients-only', 'not meant for a server'],
] as const;

test.each(refused)('a certificate that is %s is refused and says so: "%s"', async (name, words) => {
  const { baseUrl, arrived } = await serveTls(made.of(name));
  const { client } = connect(baseUrl);
  const failure = await failureOf(retrieve(client, 'customer'));
  expect(failure.code).toBe('tls');
  expect(failure.message).toContain(words);
  // It is not tried again, and no request, hence no key, went out.
  expect(client.requestCount()).toBe(1);
  expect(arrived()).toBe(0);
});

test('certificates are verified although the environment says not to', async () => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  onTestFinished(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  });
  const { baseUrl, arrived } = await serveTls(made.of('self-signed'));
  const { client } = connect(baseUrl);
  expect(await failureOf(retrieve(client, 'customer'))).toMatchObject({ code: 'tls' });
  expect(arrived()).toBe(0);
});

test('a server without TLS behind an https address is refused in words of its own', async () => {
  const { baseUrl } = await serve((_, response) => response.end('{}'));
  const { client } = connect(baseUrl.replace('http:', 'https:'));
  expect(await failureOf(retrieve(client, 'customer'))).toMatchObject({ code: 'tls' });
});
