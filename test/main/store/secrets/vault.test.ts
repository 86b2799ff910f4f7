import { expect, test } from 'vitest';
import { createVault, makeSalt } from '../../../../src/main/store/secrets/vault.ts';

const place = { table: 'proxy_user', row: 7, column: 'secrets' };
const salt = Buffer.alloc(32, 5);
const vault = createVault('private key', salt);
const damaged = expect.objectContaining({
  failure: expect.objectContaining({ code: 'database-damaged' }) as unknown,
}) as unknown;

test('what is sealed opens again, 1,000 times with 1,000 different nonces', () => {
  const nonces = new Set<string>();
  for (let round = 0; round < 1000; round += 1) {
    const sealed = vault.seal(place, `secret é 😀 ${String(round)}`);
    nonces.add(sealed.subarray(1, 13).toString('hex'));
    expect(vault.open(place, sealed)).toBe(`secret é 😀 ${String(round)}`);
  }
  expect(nonces.size).toBe(1000);
});

test.each([
  { ...place, table: 'credential' },
  { ...place, row: 8 },
  { ...place, column: 'extra' },
])('it does not open in another place: %o', (other) => {
  const sealed = vault.seal(place, 'secret');
  expect(() => vault.open(other, sealed)).toThrow(damaged);
});

test('it does not open with any one bit of any byte flipped, nor cut short', () => {
  const sealed = vault.seal(place, 'secret');
  for (let index = 0; index < sealed.length; index += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ (1 << bit), index);
      expect(() => vault.open(place, changed)).toThrow(damaged);
    }
    expect(() => vault.open(place, sealed.subarray(0, index))).toThrow(damaged);
  }
});

test('another key or another salt opens nothing and has another check value', () => {
  const sealed = vault.seal(place, 'secret');
  for (const other of [createVault('private keys', salt), createVault('private key', makeSalt())]) {
    expect(() => other.open(place, sealed)).toThrow(damaged);
    expect(other.keyCheck.equals(vault.keyCheck)).toBe(false);
    expect(other.hash('text').equals(vault.hash('text'))).toBe(false);
  }
  const same = createVault('private key', salt);
  expect(same.keyCheck.equals(vault.keyCheck)).toBe(true);
  expect(same.open(place, sealed)).toBe('secret');
});
