import { expect, test } from 'vitest';
import { createVault, makeSalt } from '../../../../src/main/store/schema/vault.ts';

const owner = { table: 'proxy_user', owner: 'alice', column: 'secrets' };
const salt = Buffer.alloc(32, 5);
const vault = createVault('private key', salt);
const damaged = expect.objectContaining({
  failure: expect.objectContaining({ code: 'database-damaged' }) as unknown,
}) as unknown;

test('ciphertext decrypts again, 1,000 times with 1,000 different nonces', () => {
  const nonces = new Set<string>();
  for (let round = 0; round < 1000; round += 1) {
    const ciphertext = vault.encrypt(owner, `secret é 😀 ${String(round)}`);
    nonces.add(ciphertext.subarray(1, 13).toString('hex'));
    expect(vault.decrypt(owner, ciphertext)).toBe(`secret é 😀 ${String(round)}`);
  }
  expect(nonces.size).toBe(1000);
});

test.each([
  { ...owner, table: 'credential' },
  { ...owner, owner: 'bob' },
  // The parts are kept apart.
  { ...owner, table: 'proxy_user","alice', owner: '' },
  { ...owner, column: 'extra' },
])('it does not decrypt for another owner, table or column: %o', (other) => {
  const ciphertext = vault.encrypt(owner, 'secret');
  expect(() => vault.decrypt(other, ciphertext)).toThrow(damaged);
});

test('it does not decrypt with any bit flipped or any byte missing', () => {
  const ciphertext = vault.encrypt(owner, 'secret');
  for (let index = 0; index < ciphertext.length; index += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const changed = Buffer.from(ciphertext);
      changed.writeUInt8(changed.readUInt8(index) ^ (1 << bit), index);
      expect(() => vault.decrypt(owner, changed)).toThrow(damaged);
    }
    expect(() => vault.decrypt(owner, ciphertext.subarray(0, index))).toThrow(damaged);
  }
});

test('another key or another salt decrypts nothing and has another check value', () => {
  const ciphertext = vault.encrypt(owner, 'secret');
  for (const other of [createVault('private keys', salt), createVault('private key', makeSalt())]) {
    expect(() => other.decrypt(owner, ciphertext)).toThrow(damaged);
    expect(other.keyCheck.equals(vault.keyCheck)).toBe(false);
    const digest = Buffer.alloc(16);
    expect(other.fingerprints(digest).equals(vault.fingerprints(digest))).toBe(false);
  }
  const same = createVault('private key', salt);
  expect(same.keyCheck.equals(vault.keyCheck)).toBe(true);
  expect(same.decrypt(owner, ciphertext)).toBe('secret');
  // However many were encrypted before.
  const digest = Buffer.alloc(16, 1);
  const all = Buffer.concat([digest, Buffer.alloc(16, 2), digest]);
  const fingerprint = vault.fingerprints(digest);
  expect(same.fingerprints(all).subarray(32)).toEqual(fingerprint);
});
