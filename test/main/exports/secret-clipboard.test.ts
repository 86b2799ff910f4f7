import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createSecretClipboard,
  type SecretClipboard,
} from '../../../src/main/exports/secret-clipboard.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A clipboard in memory, whose reading can be held up as a busy system does. */
function openClipboard(platform: NodeJS.Platform = 'linux') {
  let item: Readonly<Record<string, string | Blob>> = {};
  let busy: Promise<unknown> = Promise.resolve();
  const text = (): string => {
    const copied = item['text/plain'];
    return typeof copied === 'string' ? copied : '';
  };
  const errors: unknown[] = [];
  const secrets: SecretClipboard = createSecretClipboard({
    clipboard: {
      write(formats) {
        item = formats;
        return Promise.resolve();
      },
      async readText() {
        const read = text();
        await busy;
        return read;
      },
      clear() {
        item = {};
      },
    },
    platform,
    log: { error: (_event, error) => errors.push(error) },
  });
  return {
    secrets,
    text,
    item: () => item,
    errors,
    paste: (other: string) => {
      item = { 'text/plain': other };
    },
    holdUp: (until: Promise<unknown>) => {
      busy = until;
    },
  };
}

const osFormat = (name: string): string => `electron application/osclipboard;format="${name}"`;
const bytesOf = async (part: string | Blob | undefined): Promise<number[]> =>
  part instanceof Blob ? [...new Uint8Array(await part.arrayBuffer())] : [];

test.each<[NodeJS.Platform, string, number[]]>([
  ['win32', 'ExcludeClipboardContentFromMonitorProcessing', [0, 0, 0, 0]],
  ['win32', 'CanIncludeInClipboardHistory', [0, 0, 0, 0]],
  ['win32', 'CanUploadToCloudClipboard', [0, 0, 0, 0]],
  ['darwin', 'org.nspasteboard.ConcealedType', [...Buffer.from('true')]],
  ['linux', 'x-kde-passwordManagerHint', [...Buffer.from('secret')]],
])('on %s a secret is written together with %s', async (platform, format, bytes) => {
  const { secrets, item } = openClipboard(platform);
  await secrets.copy('a secret', 30);
  expect(item()['text/plain']).toBe('a secret');
  expect(await bytesOf(item()[osFormat(format)])).toEqual(bytes);
});

test('a secret goes when its time is over, and not before', async () => {
  const { secrets, text } = openClipboard();
  await secrets.copy('a secret', 30);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(text()).toBe('a secret');
  await vi.advanceTimersByTimeAsync(1);
  expect(text()).toBe('');
});

test('without a time it stays, and goes when the app quits', async () => {
  const { secrets, text } = openClipboard();
  await secrets.copy('a secret', 0);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(text()).toBe('a secret');
  await secrets.clear();
  expect(text()).toBe('');
});

test('what was copied elsewhere meanwhile stays', async () => {
  const { secrets, text, paste } = openClipboard();
  await secrets.copy('a secret', 30);
  paste('a shopping list');
  await vi.advanceTimersByTimeAsync(30_000);
  await secrets.clear();
  expect(text()).toBe('a shopping list');
});

test('a second secret has a time of its own', async () => {
  const { secrets, text } = openClipboard();
  await secrets.copy('first', 30);
  await vi.advanceTimersByTimeAsync(20_000);
  await secrets.copy('second', 30);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(text()).toBe('second');
  await vi.advanceTimersByTimeAsync(1);
  expect(text()).toBe('');
});

test('a secret that is copied while the one before is being taken away goes in its time too', async () => {
  const { secrets, text, holdUp } = openClipboard();
  await secrets.copy('first', 30);
  const held = Promise.withResolvers<undefined>();
  holdUp(held.promise);
  await vi.advanceTimersByTimeAsync(30_000);
  await secrets.copy('second', 30);
  held.resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(text()).toBe('second');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(text()).toBe('');
});

test('a clipboard that cannot be read is said in the log and nowhere else', async () => {
  const { secrets, holdUp, errors } = openClipboard();
  await secrets.copy('a secret', 30);
  const broken = Promise.reject(new Error('no clipboard'));
  broken.catch(() => undefined);
  holdUp(broken);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(errors).toEqual([new Error('no clipboard')]);
});
