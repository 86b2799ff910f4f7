import { expect, test } from 'vitest';
import { createConfig } from '../../electron-builder.config.mjs';
import { readIdentity } from '../../scripts/identity.mjs';

test('without an identity, packages carry addresses that resolve nowhere', () => {
  expect(readIdentity({})).toEqual({
    homepage: 'https://proxydeck.invalid',
    maintainer: 'Proxydeck <maintainer@proxydeck.invalid>',
    author: { name: 'Proxydeck', email: 'maintainer@proxydeck.invalid' },
  });
});

test('the identity comes from the environment, and a malformed one fails', () => {
  const env = {
    PROXYDECK_HOMEPAGE: 'https://example.com/proxydeck',
    PROXYDECK_MAINTAINER: 'Ada Example <ada@example.com>',
  };
  const config = createConfig({ platform: 'linux', env });
  expect(config.extraMetadata).toEqual({
    homepage: 'https://example.com/proxydeck',
    author: { name: 'Ada Example', email: 'ada@example.com' },
  });
  expect(config.linux?.maintainer).toBe('Ada Example <ada@example.com>');
  expect(() => readIdentity({ PROXYDECK_MAINTAINER: 'ada@example.com' })).toThrow(/must read/);
  expect(() => readIdentity({ PROXYDECK_HOMEPAGE: 'example' })).toThrow(/not a URL/);
});

test('only a signed build gets a feed of updates, and only over HTTPS', () => {
  const feed = { PROXYDECK_UPDATE_URL: 'https://example.com/updates' };
  const published = (platform: string, env: NodeJS.ProcessEnv): unknown => createConfig({ platform, env }).publish;
  expect(published('win32', feed)).toBeNull();
  expect(published('darwin', feed)).toBeNull();
  expect(published('linux', { ...feed, CSC_LINK: 'certificate' })).toBeNull();
  expect(published('win32', { WIN_CSC_LINK: 'certificate' })).toBeNull();
  expect(published('win32', { ...feed, WIN_CSC_LINK: 'certificate' })).toEqual({
    provider: 'generic',
    url: 'https://example.com/updates',
  });
  expect(published('darwin', { ...feed, CSC_LINK: 'certificate' })).toMatchObject({
    channel: `latest-${process.arch}`,
  });
  const insecure = { PROXYDECK_UPDATE_URL: 'http://example.com', CSC_LINK: 'certificate' };
  expect(() => published('win32', insecure)).toThrow(/https/);
});

test('a build that is meant to be signed fails if signing fails', () => {
  const unsigned = createConfig({ platform: 'darwin', env: {} });
  expect(unsigned).toMatchObject({
    forceCodeSigning: false,
    mac: { identity: '-', hardenedRuntime: false, notarize: false },
  });
  const env = { CSC_LINK: 'certificate', APPLE_API_KEY: 'key.p8' };
  const signed = createConfig({ platform: 'darwin', env });
  expect(signed).toMatchObject({
    forceCodeSigning: true,
    mac: { hardenedRuntime: true, notarize: true },
  });
  expect(signed.mac).not.toHaveProperty('identity');
  expect(() => createConfig({ platform: 'win32', env: { AZURE_TENANT_ID: 'tenant' } })).toThrow(
    /PROXYDECK_AZURE_PUBLISHER/,
  );
});
