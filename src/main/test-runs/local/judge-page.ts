import { isIP } from 'node:net';

/** What a judge's page shows about a proxy. */
export interface Judgement {
  /** The address from which the judge saw the request; null: it did not tell. */
  readonly exitAddress: string | null;
  /** Names of headers by which the judge could tell the client, in lower case. */
  readonly revealingHeaders: readonly string[];
}

/** Headers that proxies add and that name the client, or show that there is a proxy. */
const revealing = [
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'client-ip',
  'true-client-ip',
  'forwarded',
  'via',
  'x-proxy-id',
  'proxy-connection',
  'x-bluecoat-via',
];

/**
 * Reads the page of a judge, which echoes the address of its client and the headers of the request in any format: JSON,
 * `HTTP_VIA = ...` lines or HTML.
 *
 * @param sold the address of the proxy: if the page contains it, it is the exit
 */
export function readJudgePage(page: string, sold: string): Judgement {
  const addresses = page.match(/[0-9a-f.:]{3,45}/gi)?.filter((text) => isIP(text) !== 0) ?? [];
  const seen = page.toLowerCase().replaceAll('_', '-');
  return {
    exitAddress: addresses.includes(sold) ? sold : (addresses[0] ?? null),
    // As a name: at the beginning of a line or in quotes, and followed by its value.
    revealingHeaders: revealing.filter((name) =>
      new RegExp(`(?:^|[^a-z-])(?:http-)?${name}["']?\\s*[:=]`, 'm').test(seen),
    ),
  };
}
