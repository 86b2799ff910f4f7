import { expect, test } from 'vitest';
import type { ExportFormatInfo } from '../../../src/shared/exports/export.ts';
import { findFormats, isNamed, listFormats, type FormatGroup } from '../../../src/renderer/exports/list-formats.ts';

const info = (name: string, group: ExportFormatInfo['group'], aliases: readonly string[] = []): ExportFormatInfo => ({
  name,
  aliases,
  label: `${name} label`,
  group,
  extension: 'txt',
  mimeType: 'text/plain',
  protocol: null,
  example: '',
  hasCredentials: true,
  hasIpv6: true,
  forbidden: null,
  maxProxies: null,
});
const choices = listFormats(
  [info('csv', 'Data'), info('http', 'URLs', ['http-url']), info('template', 'Lines')],
  [{ id: 7, name: 'Numbered', text: '{index}' }],
);
const outline = (groups: readonly FormatGroup[]): readonly string[] =>
  groups.map(({ title, choices: of }) => `${title}: ${of.map(({ value }) => value).join(' ')}`);

test('formats are listed in the order of their groups, the own ones last', () => {
  expect(outline(findFormats(choices, '', []))).toEqual(['URLs: http', 'Data: csv', 'Your own: template:7 template']);
});

test('the last three formats are on top and not repeated below', () => {
  const recent = ['template:7', 'csv', 'csv', 'removed', 'http', 'template'];
  expect(outline(findFormats(choices, '', recent))).toEqual(['Recent: template:7 csv http', 'Your own: template']);
});

test('a text finds labels, names, groups and aliases', () => {
  expect(outline(findFormats(choices, ' numb ', ['csv']))).toEqual(['Your own: template:7']);
  expect(outline(findFormats(choices, 'http-url', []))).toEqual(['URLs: http']);
  expect(outline(findFormats(choices, 'data c', ['csv']))).toEqual(['Recent: csv']);
  expect(findFormats(choices, 'nothing', ['csv'])).toEqual([]);
});

test('a format is named by its label, its name or an alias', () => {
  const http = choices.find(({ value }) => value === 'http');
  expect(http && ['HTTP', 'http label', 'http-url', 'htt'].map((name) => isNamed(http, name))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('the formats of anti-detect browsers are one choice, which each of their names finds', () => {
  const browsers = ['gologin', 'dolphin'].map((name) => info(name, 'Anti-detect browsers'));
  const listed = listFormats([info('csv', 'Data'), ...browsers], []);
  expect(outline(findFormats(listed, '', []))).toEqual(['Data: csv', 'Proxy apps: browser', 'Your own: template']);
  expect(outline(findFormats(listed, 'dolphin', []))).toEqual(['Proxy apps: browser']);
});

test('offers nothing before the formats are loaded, so that nothing typed is lost', () => {
  expect(listFormats([], [{ id: 1, name: 'Numbered', text: '{host}' }])).toEqual([]);
});
