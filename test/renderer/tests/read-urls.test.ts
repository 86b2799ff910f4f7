import { expect, it } from 'vitest';
import { readUrls } from '../../../src/renderer/tests/read-urls.ts';

it('reads one URL a line, each once', () => {
  const { urls, problem } = readUrls(
    ' https://a.example/\nhttp://b.example/x\nhttps://a.example/ ',
  );
  expect(urls).toEqual(['https://a.example/', 'http://b.example/x']);
  expect(problem).toBeNull();
});

it('says which word is no URL', () => {
  expect(readUrls('https://a.example/ example.com').problem).toContain('"example.com"');
  expect(readUrls('ftp://a.example/').problem).toContain('must start with https://');
});

it('refuses more than the service is asked at once', () => {
  const many = Array.from({ length: 51 }, (_, number) => `https://a.example/${number}`);
  expect(readUrls(many.join('\n')).problem).toBe('At most 50 URLs at once.');
  expect(readUrls(many.slice(1).join('\n')).problem).toBeNull();
});
