import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { needs } from '../../support/needs.ts';

const probe = join(import.meta.dirname, '../../support/keychain-probe.ts');
const unlock = "printf 'test\\n' | gnome-keyring-daemon --unlock --components=secrets > /dev/null";
const lock =
  'dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets ' +
  'org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login > /dev/null';

/** Runs the probe in a session bus and a home of its own, after the given preparation. */
async function probeKeychain(preparation: string, withBus = true): Promise<unknown> {
  const home = makeTemporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: home };
  const script = `${preparation}\nexec "$@"`;
  const command = ['sh', '-c', script, 'sh', process.execPath, probe];
  const [program = '', ...args] = withBus ? ['dbus-run-session', '--', ...command] : command;
  const { stdout } = await promisify(execFile)(program, args, { env, timeout: 60_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as unknown;
}

describe.runIf(process.platform === 'linux')('on the Secret Service', () => {
  beforeEach(() => {
    needs('keytar', 'dbus', 'gnome-keyring');
  });

  test('an unlocked keyring keeps a key pair and forgets it', async () => {
    const pair = JSON.stringify({ publicKey: 'public', privateKey: 'private', origin: 'https://api.example.com' });
    expect(await probeKeychain(unlock)).toEqual(['null', 'null', pair, 'null', 'null']);
  });

  test('a locked keyring says so in every operation, and never "no key"', async () => {
    const locked = await probeKeychain(`${unlock}\n${lock}`);
    expect(locked).toEqual(Array.from({ length: 5 }, () => 'keychain-locked'));
  });

  test('without a session bus the keychain is reported as unavailable', async () => {
    const unavailable = await probeKeychain('unset DBUS_SESSION_BUS_ADDRESS DISPLAY', false);
    expect(unavailable).toEqual(Array.from({ length: 5 }, () => 'keychain-unavailable'));
  });

  test('without a keyring service on the bus the keychain is reported as unavailable', async () => {
    const unavailable = await probeKeychain('unset DISPLAY');
    expect(unavailable).toEqual(Array.from({ length: 5 }, () => 'keychain-unavailable'));
  });
});
