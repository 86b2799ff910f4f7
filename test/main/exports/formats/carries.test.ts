import { expect, test } from 'vitest';
import { exportGroups } from '../../../../src/shared/exports/export.ts';
import { exportFormats } from '../../../../src/main/exports/formats/index.ts';
import { makeHostileTexts } from '../../../support/hostile-texts.ts';
import { easyRow } from '../../../support/export-rows.ts';

const formats = exportFormats.map((format) => [format.name, format] as const);

test.each(formats)('%s declares correctly whether it contains credentials', (_, format) => {
  expect(format.refuse(easyRow)).toBeUndefined();
  const protocol = format.protocol ?? 'http';
  const [plain, other] = ['pass', 'ssap'].map((password) => format.encode({ ...easyRow, protocol, password }));
  expect(plain === other).toBe(!format.hasCredentials);
});

test.each(formats)('%s declares correctly whether it supports IPv6', (_, format) => {
  const refusal = format.refuse({ ...easyRow, host: '2001:db8::1' });
  if (format.hasIpv6) expect(refusal).toBeUndefined();
  else expect(refusal).toMatch(/URL format/);
});

test.each(formats)('%s declares correctly how many proxies it supports', (_, format) => {
  const last = format.maxProxies ?? 1_000_000;
  expect(format.refuse({ ...easyRow, index: last })).toBeUndefined();
  const refusal = format.refuse({ ...easyRow, index: last + 1 });
  if (format.maxProxies === null) expect(refusal).toBeUndefined();
  else expect(refusal).toContain(format.maxProxies === 1 ? 'one proxy' : String(last));
});

test.each(formats)('%s refuses exactly the text that it declares as forbidden', (_, format) => {
  const refusals = [...makeHostileTexts(500)]
    .map((password) => format.refuse({ ...easyRow, password }))
    .filter((refusal) => refusal !== undefined);
  if (format.forbidden === null) expect(refusals).toEqual([]);
  else {
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) {
      expect(format.forbidden).toContain(/contains (.*), which/.exec(refusal)?.[1] ?? refusal);
    }
  }
});

test.each(formats)('%s has a heading, an extension, a MIME type and an example', (_, format) => {
  expect(exportGroups).toContain(format.group);
  expect(format.extension).toMatch(/^[a-z0-9]+$/);
  expect(format.mimeType).toMatch(/^(text|application)\/[\w.+-]+$/);
  expect(format.example).toContain('203.0.113.10');
});
