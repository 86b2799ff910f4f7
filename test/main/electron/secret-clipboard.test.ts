import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSecretClipboard, type SecretClipboard } from '../../../src/main/electron/secret-clipboard.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A clipboard in memory, whose answers can be held up as a busy system does; its text cannot be read. */
function openClipboard(platform: NodeJS.Platform = 'linux') {
  let item: Readonly<Record<string, string | Blob>> = {};
  let content = '';
  let busy: Promise<unknown> = Promise.resolve();
  const text = (): string => content;
  const errors: unknown[] = [];
  const secrets: SecretClipboard = createSecretClipboard({
    clipboard: {
      async write(formats) {
        item = formats;
        content = await new Blob([formats['text/plain'] ?? '']).text();
      },
      async has(format) {
        const isThere = format in item;
        await busy;
        return isThere;
      },
      clear() {
        item = {};
        content = '';
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
      item = {};
      content = other;
    },
    holdUp: (until: Promise<unknown>) => {
      busy = until;
    },
  };
}

const blob = (text: string): Blob => new Blob([text]);
const pass = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};

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
  const { secrets, item, text } = openClipboard(platform);
  await secrets.copy(blob('a secret'), 30);
  expect(item()['text/plain']).toBeInstanceOf(Blob);
  expect(text()).toBe('a secret');
  expect(await bytesOf(item()[osFormat(format)])).toEqual(bytes);
});

test('a secret is cleared after its time, and not before', async () => {
  const { secrets, text } = openClipboard();
  await secrets.copy(blob('a secret'), 30);
  await pass(29_999);
  expect(text()).toBe('a secret');
  await pass(1);
  expect(text()).toBe('');
});

test('without a time a secret remains until the app quits', async () => {
  const { secrets, text } = openClipboard();
  await secrets.copy(blob('a secret'), 0);
  await pass(3_600_000);
  expect(text()).toBe('a secret');
  await secrets.clear();
  expect(text()).toBe('');
});

test('text that another program copied meanwhile remains', async () => {
  const { secrets, text, paste } = openClipboard();
  await secrets.copy(blob('a secret'), 30);
  paste('a shopping list');
  await pass(30_000);
  await secrets.clear();
  expect(text()).toBe('a shopping list');
});

test('a second secret has a time of its own', async () => {
  const { secrets, text } = openClipboard();
  await secrets.copy(blob('first'), 30);
  await pass(20_000);
  await secrets.copy(blob('second'), 30);
  await pass(29_999);
  expect(text()).toBe('second');
  await pass(1);
  expect(text()).toBe('');
});

test('a secret that is copied while the previous one is cleared is cleared after its own time', async () => {
  const { secrets, text, holdUp } = openClipboard();
  await secrets.copy(blob('first'), 30);
  const held = Promise.withResolvers<undefined>();
  holdUp(held.promise);
  await pass(30_000);
  await secrets.copy(blob('second'), 30);
  held.resolve(undefined);
  await pass(0);
  expect(text()).toBe('second');
  await pass(30_000);
  expect(text()).toBe('');
});

test('a clipboard that does not respond is reported only in the log', async () => {
  const { secrets, holdUp, errors } = openClipboard();
  await secrets.copy(blob('a secret'), 30);
  const broken = Promise.reject(new Error('no clipboard'));
  broken.catch(() => undefined);
  holdUp(broken);
  await pass(30_000);
  expect(errors).toEqual([new Error('no clipboard')]);
});

test('at the end of the session a secret is cleared immediately, and nothing else is', async () => {
  const { secrets, text, paste } = openClipboard();
  secrets.clearAtOnce();
  await secrets.copy(blob('a secret'), 30);
  secrets.clearAtOnce();
  expect(text()).toBe('');
  paste('a shopping list');
  secrets.clearAtOnce();
  await pass(30_000);
  expect(text()).toBe('a shopping list');
});
