import { gatewayHosts, type GatewayRule } from './gateway.ts';

interface Access {
  /** As in `127.0.0.1:24000`. */
  readonly address: string;
  readonly username: string;
  /** Dots if it is hidden; null: not needed. */
  readonly token: string | null;
}

interface Client {
  readonly label: string;
  readonly write: (access: Access) => string;
  /** Where the token is, if not in the text. */
  readonly hint?: (access: Access) => string | null;
}

const login = ({ username, token }: Access): string => (token === null ? '' : `${username}:${token}@`);

/** A row per client; main fills in the token, which needs no escaping in any of them. */
export const gatewayClients = {
  http: { label: 'HTTP', write: (access) => `http://${login(access)}${access.address}` },
  socks5: { label: 'SOCKS5', write: (access) => `socks5h://${login(access)}${access.address}` },
  curl: {
    label: 'curl',
    write: ({ address, username, token }) =>
      [
        `curl -x http://${address} \\`,
        ...(token === null ? [] : [`  -U ${username}:${token} \\`]),
        '  https://example.com/',
      ].join('\n'),
  },
  playwright: {
    label: 'Playwright',
    write: ({ address, username, token }) =>
      [
        'proxy: {',
        `  server: 'http://${address}',`,
        ...(token === null ? [] : [`  username: '${username}',`, `  password: '${token}',`]),
        '}',
      ].join('\n'),
  },
  chromium: {
    label: 'Chromium',
    write: ({ address }) => `chromium \\\n  --proxy-server=http://${address}`,
    hint: ({ username, token }) => (token === null ? null : `Chromium asks for ${username} and the token once.`),
  },
  puppeteer: {
    label: 'Puppeteer',
    write: ({ address, username, token }) =>
      [
        `const browser = await puppeteer.launch({ args: ['--proxy-server=http://${address}'] });`,
        'const page = await browser.newPage();',
        ...(token === null ? [] : [`await page.authenticate({ username: '${username}', password: '${token}' });`]),
      ].join('\n'),
  },
  requests: {
    label: 'requests',
    write: (access) =>
      [
        `proxy = "http://${login(access)}${access.address}"`,
        'requests.get("https://example.com/", proxies={"http": proxy, "https": proxy})',
      ].join('\n'),
  },
  environment: {
    label: 'Environment',
    write: (access) =>
      ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
        .map((name) => `export ${name}=http://${login(access)}${access.address}`)
        .join('\n'),
  },
} as const satisfies { readonly [name: string]: Client };

export type GatewayClient = keyof typeof gatewayClients;
export const gatewayClientNames = Object.keys(gatewayClients) as readonly GatewayClient[];

export const hiddenToken = '••••••••••••';

/** A rule's address and token, or dots. */
export const accessOf = (
  { name, port, needsToken }: Pick<GatewayRule, 'name' | 'port' | 'needsToken'>,
  token: string = hiddenToken,
): Access => ({
  address: `${gatewayHosts[0]}:${String(port)}`,
  username: name,
  token: needsToken ? token : null,
});
