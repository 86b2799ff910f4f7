import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createResolveName } from '../../../src/main/gateway/target.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** A name server: knows addresses of names, says of others that they do not exist, and is silent about `slow.test`. */
async function startNameServer(addresses: { readonly [name: string]: string }) {
  const server = createSocket('udp4');
  const asked: string[] = [];
  server.on('message', (question, { port, address }) => {
    let at = 12;
    const labels: string[] = [];
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    asked.push(name);
    if (name === 'slow.test') return;
    const isIpv4 = question.readUInt16BE(at + 1) === 1;
    const found = addresses[name];
    const reply = Buffer.from(question.subarray(0, at + 5));
    reply.writeUInt16BE(found === undefined ? 0x8183 : 0x8180, 2);
    reply.fill(0, 6, 12);
    const hasAnswer = found !== undefined && isIpv4;
    reply.writeUInt16BE(hasAnswer ? 1 : 0, 6);
    const head = Buffer.of(0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4);
    const answer = hasAnswer ? [head, Buffer.from(found.split('.').map(Number))] : [];
    server.send(Buffer.concat([reply, ...answer]), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, servers: [`127.0.0.1:${String(server.address().port)}`] };
}

function writeHosts(text: string): string {
  const file = join(makeTemporaryFolder(), 'hosts');
  writeFileSync(file, text);
  return file;
}

test('names come from the file of hosts first, and otherwise from the name servers', async () => {
  const { asked, servers } = await startNameServer({ 'server.test': '203.0.113.7' });
  const hostsFile = writeHosts(
    '# comment\n127.0.1.1\tMyBox.example mybox # 127.0.0.9 no\n::1 mybox\nnonsense server.test\n',
  );
  const resolve = createResolveName({ servers, hostsFile });
  expect(await resolve('mybox')).toEqual(['127.0.1.1', '::1']);
  expect(await resolve('mybox.example')).toEqual(['127.0.1.1']);
  expect(asked).toEqual([]);
  expect(await resolve('server.test')).toEqual(['203.0.113.7']);
  expect(await resolve('unknown.test')).toEqual([]);
  expect(asked).not.toContain('mybox');
});

test('a name that nobody answers ends, and holds up no other one and no lookup of the system', async () => {
  const { servers } = await startNameServer({ 'server.test': '203.0.113.7' });
  const resolve = createResolveName({ servers, hostsFile: writeHosts('127.0.0.1 own.test\n') });
  let ended = 0;
  const slow = Array.from({ length: 24 }, () =>
    resolve('slow.test').finally(() => {
      ended += 1;
    }),
  );
  // From the beginning, because they may fail one after the other.
  const all = Promise.allSettled(slow);
  expect(await resolve('server.test')).toEqual(['203.0.113.7']);
  expect(await resolve('own.test')).toEqual(['127.0.0.1']);
  expect(await lookup('localhost')).toMatchObject({ address: expect.any(String) as unknown });
  expect(ended).toBe(0);
  const outcomes = await all;
  expect(outcomes).toHaveLength(24);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'No name server answered.' } });
  }
});

test('a name is given up before a third silent server would be asked', async () => {
  const silent = await Promise.all([startNameServer({}), startNameServer({}), startNameServer({})]);
  const resolve = createResolveName({
    servers: silent.flatMap(({ servers }) => servers),
    hostsFile: writeHosts(''),
  });
  await expect(resolve('slow.test')).rejects.toThrow('No name server answered');
  const [first, , third] = silent.map(({ asked }) => asked.length);
  expect(first).toBeGreaterThan(0);
  expect(third).toBe(0);
});
