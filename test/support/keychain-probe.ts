/** Run as a program of its own: tries every keychain operation and prints how each ended. */
import { createOsKeychain } from '../../src/main/accounts/keychain.ts';
import { asFailure } from '../../src/shared/failure.ts';

const keychain = createOsKeychain({ deadlineMs: 15_000 });
const keys = { publicKey: 'public', privateKey: 'private', origin: 'https://api.example.com' };
const outcomes: string[] = [];
const attempt = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    outcomes.push(JSON.stringify((await work()) ?? null));
  } catch (error) {
    outcomes.push(asFailure(error).code);
  }
};
await attempt(() => keychain.read('account'));
await attempt(() => keychain.write('account', keys));
await attempt(() => keychain.read('account'));
await attempt(() => keychain.remove('account'));
await attempt(() => keychain.read('account'));
console.log(JSON.stringify(outcomes));
