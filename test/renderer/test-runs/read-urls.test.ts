import { expect, it } from 'vitest';
import { readUrls } from '../../../src/renderer/test-runs/read-urls.ts';

it('reads one URL per line, without duplicates', () => {
  const { urls, problem } = readUrls(' https://a.example/\nhttp://b.example/x\nhttps://a.example/ ');
  expect(urls).toEqual(['https://a.example/', 'http://b.example/x']);
  expect(problem).toBeNull();
});

it('reports the word that is not a URL', () => {
  expect(readUrls('https://a.example/ example.com').problem).toBe('Did you mean https://example.com?');
  expect(readUrls('example:x').problem).toContain('"example:x" must start');
  expect(readUrls('[').problem).toContain('"[" is not a URL');
  expect(readUrls('ftp://a.example/').problem).toContain('must start with https://');
  expect(readUrls('https://user:word@a.example/').problem).toContain('must not contain a user name');
});

it('refuses more URLs than one test can have', () => {
  const many = Array.from({ length: 51 }, (_, number) => `https://a.example/${number}`);
  expect(readUrls(many.join('\n')).problem).toBe('At most 50 URLs at once.');
  expect(readUrls(many.slice(1).join('\n')).problem).toBeNull();
});
