import { expect, test } from 'vitest';
import { completeTargets } from '../../../src/renderer/gateway/recent-hosts.ts';
import { completeQuery } from '../../../src/shared/filter/query-completion.ts';

const logged = ['shop.example.com', 'cdn.example.net', '2001:db8::2'].map((value, at) => ({
  value,
  label: value,
  count: 40 - at,
}));
const connections = [
  { target: 'shop.example.com:443' },
  { target: 'api.example.org:443' },
  { target: '[2001:db8::1]:443' },
];
/** Completes as the app does. */
const completeLog = (text: string) =>
  Promise.resolve(completeQuery({ list: 'requests', text, caret: text.length }, () => logged));
const suggest = async (text: string, caret = text.length) => {
  const { start, end, suggestions } = await completeTargets(text, caret, completeLog, connections);
  return { replaces: text.slice(start, end), hosts: suggestions.map(({ insert }) => insert) };
};

test('hosts of the log come first, then those of open connections, each once', async () => {
  expect((await suggest('')).hosts).toEqual([
    ...['shop.example.com', 'cdn.example.net', '2001:db8::2'],
    ...['api.example.org', '2001:db8::1'],
  ]);
  const [first] = (await completeTargets('', 0, completeLog, connections)).suggestions;
  expect(first).toEqual({ insert: 'shop.example.com', label: '', count: 40 });
});

test('only the target at the caret is completed, by hosts that contain it and are not there yet', async () => {
  expect(await suggest('shop.example.com, EXAMPLE')).toEqual({
    replaces: 'EXAMPLE',
    hosts: ['cdn.example.net', 'api.example.org'],
  });
  expect(await suggest('cdn, shop.example.com', 3)).toEqual({ replaces: 'cdn', hosts: ['cdn.example.net'] });
  expect((await suggest('cdn.example.net, ')).hosts).not.toContain('cdn.example.net');
  for (const none of ['nowhere', '*.exa', '"', 'a b']) expect((await suggest(none)).hosts).toEqual([]);
});

test('without a log the hosts of open connections are suggested', async () => {
  const { suggestions } = await completeTargets('api', 3, () => Promise.resolve(undefined), connections);
  expect(suggestions).toEqual([{ insert: 'api.example.org', label: 'open now', count: null }]);
});
