import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** Requests wait no longer than this for a name. */
const limitMs = 2_000;
const hostsFileByDefault =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32/drivers/etc/hosts')
    : '/etc/hosts';

/** Finds the addresses of a name; empty: nobody knows it. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Creates a function that finds the addresses of a name as this machine knows it: in the file of hosts first, then from its name
 * servers. It uses no thread of the pool, of which slow names would take all, also those of other accounts and of a sync. It fails
 * if no server answers within two seconds.
 */
export function createResolveName({
  servers,
  hostsFile = hostsFileByDefault,
}: {
  /** Instead of those of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
} = {}): ResolveName {
  return async (name) => {
    const own = (await readHosts(hostsFile)).get(name);
    if (own) return own;
    // Each has its own, so that the end of one cancels no other. It reads the servers of the present network.
    const resolver = new Resolver({ timeout: limitMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => {
      resolver.cancel();
    }, limitMs);
    try {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const failed = found.filter((each) => each.status === 'rejected');
      // A name without addresses is known not to exist; a server that is silent knows nothing.
      if (addresses.length === 0 && !failed.some(({ reason }) => isUnknown(reason))) {
        throw new Error('No name server answered.');
      }
      return addresses;
    } finally {
      clearTimeout(timer);
    }
  };
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** The addresses of the names in a file of hosts (hosts(5)); a file that cannot be read has none. */
async function readHosts(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const hosts = new Map<string, string[]>();
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      hosts.set(key, [...(hosts.get(key) ?? []), address]);
    }
  }
  return hosts;
}
