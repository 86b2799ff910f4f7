import { expect, test } from 'vitest';
import { completeTargets } from '../../../src/renderer/gateway/recent-hosts.ts';

const logged = [
  { host: 'shop.example.com', count: 40 },
  { host: 'cdn.example.net', count: 12 },
];
const connections = [
  { target: 'shop.example.com:443' },
  { target: 'api.example.org:443' },
  { target: '[2001:db8::1]:443' },
];
const suggest = (text: string, caret = text.length) => {
  const { start, end, suggestions } = completeTargets(text, caret, logged, connections);
  return { replaces: text.slice(start, end), hosts: suggestions.map(({ insert }) => insert) };
};

test('hosts of the log come first, then those of open connections, each once', () => {
  expect(suggest('').hosts).toEqual(['shop.example.com', 'cdn.example.net', 'api.example.org', '2001:db8::1']);
  expect(completeTargets('', 0, logged, connections).suggestions[0]).toEqual({
    insert: 'shop.example.com',
    label: '',
    count: 40,
  });
});

test('only the target at the caret is completed, by hosts that contain it and are not there yet', () => {
  expect(suggest('shop.example.com, EXAMPLE')).toEqual({
    replaces: 'EXAMPLE',
    hosts: ['cdn.example.net', 'api.example.org'],
  });
  expect(suggest('cdn, shop.example.com', 3)).toEqual({ replaces: 'cdn', hosts: ['cdn.example.net'] });
  expect(suggest('cdn.example.net, ').hosts).not.toContain('cdn.example.net');
  expect(suggest('nowhere').hosts).toEqual([]);
});
