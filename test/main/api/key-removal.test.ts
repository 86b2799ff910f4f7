import { expect, test } from 'vitest';
import { createKeyRemoval } from '../../../src/main/api/http/key-removal.ts';
import { connect, failureOf, serve } from './serve.ts';
import { retrieve } from '../../../src/main/api/retrieve.ts';

const publicKey = 'pk_live_7Hq2!"w/ZrT+40xB';
const privateKey = "CANARY'private\\KEY==0123456789";
const removal = createKeyRemoval([publicKey, privateKey]);

const basic = (text: string): string => Buffer.from(text).toString('base64');
const spellings: readonly (readonly [name: string, (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['percent-encoded', encodeURIComponent],
  ['in a query', (key) => new URLSearchParams({ key }).toString().replace('key=', '')],
  ['base64', basic],
  ['base64 after one byte', (key) => basic(`:${key}`)],
  ['base64 in the middle', (key) => basic(`ab${key}cd`)],
  ['base64url', (key) => Buffer.from(key).toString('base64url')],
  ['hexadecimal', (key) => Buffer.from(key).toString('hex')],
  ['capital hexadecimal', (key) => Buffer.from(key).toString('hex').toUpperCase()],
  ['JSON inside the text', (key) => JSON.stringify(key)],
];

/** Whether 8 characters in a row of the spelling are still there. */
function remains(text: string, spelled: string): boolean {
  return Array.from({ length: spelled.length - 7 }, (_, at) => spelled.slice(at, at + 8)).some((piece) =>
    text.includes(piece),
  );
}

test.each(spellings)('a message holds no key %s', (_name, spell) => {
  for (const key of [publicKey, privateKey]) {
    const message = removal.fromMessage(`Invalid API key "${spell(key)}" for this account.`);
    expect(message).toContain('[key]');
    expect(message).toContain('for this account.');
    expect(remains(message, spell(key))).toBe(false);
  }
});

const inFields = spellings.filter(([name]) => !/base64|hexadecimal/.test(name));

test.each(inFields)('a field holds no key %s', (_name, spell) => {
  for (const key of [publicKey, privateKey]) {
    const sent = { data: { api_key: spell(key), city: 'Zürich', list: [{ [spell(key)]: 1 }] } };
    const text = removal.fromBody(Buffer.from(JSON.stringify(sent))).toString();
    // The rest is byte for byte as it came.
    expect(JSON.parse(text)).toMatchObject({ data: { city: 'Zürich' } });
    expect(text.length).toBe(JSON.stringify(sent).length);
    expect(remains(text, spell(key))).toBe(false);
  }
});

test('the escapes that services use in JSON are seen through', () => {
  const escaped = JSON.stringify({ key: publicKey, other: privateKey })
    .replaceAll('/', '\\/')
    .replaceAll('=', '\\u003d')
    .replaceAll("'", '\\u0027')
    .replaceAll('+', '\\u002B');
  const { key, other } = JSON.parse(removal.fromBody(Buffer.from(escaped)).toString()) as {
    key: string;
    other: string;
  };
  expect(key).toMatch(/^\*+$/);
  expect(other).toMatch(/^\*+$/);
});

test.each<[string, (character: string) => string]>([
  ['every character', escapeCharacter],
  ['every character, with capital digits', (character) => capitals(escapeCharacter(character))],
  ['every third character', (character) => (character.charCodeAt(0) % 3 ? character : escapeCharacter(character))],
])('a field holds no key that is escaped: %s', (_, escape) => {
  for (const key of [publicKey, privateKey, 'pk_live_a1b2c3d4']) {
    // Quotes and backslashes have to be escaped in any case.
    const escaped = Array.from(key)
      .map((character) => (/["\\]/.test(character) ? escapeCharacter(character) : escape(character)))
      .join('');
    const body = `{"name":"Z\\u00fcrich \\\\u0041","key":"${escaped}","other":"\\u0041b"}`;
    const clean = createKeyRemoval([key]).fromBody(Buffer.from(body)).toString();
    expect(JSON.parse(clean)).toEqual({
      name: 'Zürich \\u0041',
      key: expect.stringMatching(/^\*+$/) as string,
      other: 'Ab',
    });
  }
});

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
function capitals(escaped: string): string {
  return escaped.replace(/[a-f0-9]{4}$/, (digits) => digits.toUpperCase());
}

test('a body that escapes characters and has no key is left as it came', () => {
  const body = Buffer.from('{"a":"\\u0041\\u00e9\\\\u0041"}');
  expect(removal.fromBody(body)).toBe(body);
});

test('a message holds no beginning and no end of 8 or more characters', () => {
  const message = removal.fromMessage(
    `${privateKey.slice(0, 12)} ... ${privateKey.slice(-9)}, ${publicKey.slice(0, 8)}`,
  );
  expect(message).toBe('[key] ... [key], [key]');
});

test('a body without keys is the same buffer, and one that shares a prefix is left alone', () => {
  const body = Buffer.from('{"data":{"plan":"pk_live_basic","n":12345678}}');
  expect(removal.fromBody(body)).toBe(body);
  const digits = createKeyRemoval(['12345678', 'k']);
  expect(digits.fromBody(body)).toBe(body);
  expect(digits.fromMessage('k has 12345678')).toBe('k has [key]');
});

test('16 MiB of beginnings of a key are read in one pass', () => {
  const beginning = privateKey.slice(0, -1);
  const body = Buffer.from(`{"data":"${'CANARY'.repeat(2_700_000)}${beginning}"}`);
  expect(removal.fromBody(body)).toBe(body);
});

test('over HTTP neither a failure nor a record holds the keys', async () => {
  const keys = { publicKey: 'public-CANARY-1', privateKey: 'private-CANARY-2' };
  const echo = JSON.stringify({ message: `Bad key ${keys.privateKey}`, data: { ...keys } });
  const refusing = await serve((_, response) => response.writeHead(401).end(echo));
  const failure = await failureOf(retrieve(connect(refusing.baseUrl, keys).client, 'customer'));
  expect(failure.serviceMessage).toBe('Bad key [key]');
  const answering = await serve((_, response) => response.end(echo));
  const customer = await retrieve(connect(answering.baseUrl, keys).client, 'customer');
  expect(JSON.stringify(customer)).not.toMatch(/CANARY/);
});

test('the log learns nothing of a body that is not JSON', async () => {
  const { baseUrl } = await serve((_, response) => response.end('"proxy_user_password": s3cr3t'));
  const { client } = connect(baseUrl);
  const error: unknown = await retrieve(client, 'customer').catch((thrown: unknown) => thrown);
  expect(String(error instanceof Error ? error.cause : error)).not.toContain('s3cr');
});
