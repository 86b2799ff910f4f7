import { createDemoAccount } from '../../src/main/demo/data/demo-account.ts';
import type { RowTable } from '../../src/main/demo/data/draw.ts';
import { generateAccount, type GeneratedAccount, type GeneratedList } from '../support/data-shapes/account.ts';
import { dataShapes, isDataShape, type DataShape } from '../support/data-shapes/shapes.ts';

/** Where the data of a measurement comes from: the demo account, or one of the shapes. */
export type DataSource = 'demo' | DataShape;

/** What browsing and exports are measured on: the store must not be tuned to either. */
export const browsedSources = ['demo', 'text-ids'] as const satisfies readonly DataSource[];

/** How a table calls it. */
export const describeSource = (source: DataSource): string => (source === 'demo' ? 'demo account' : dataShapes[source]);

export function readSource(name: string): DataSource {
  if (name === 'demo' || isDataShape(name)) return name;
  throw new Error(`Unknown data source: "${name}".`);
}

export function generateSource(source: DataSource, proxyCount: number): GeneratedAccount {
  return source === 'demo' ? adaptDemo(proxyCount) : generateAccount(source, { proxyCount });
}

function adaptDemo(proxyCount: number): GeneratedAccount {
  const demo = createDemoAccount({ proxyCount, seed: 2026, nowMs: Date.UTC(2026, 10, 1) });
  const listOf = (table: RowTable): GeneratedList => ({
    count: table.count(),
    row: (position) => table.slice(position, 1)[0] ?? {},
  });
  return {
    services: listOf(demo.services),
    proxyUsers: listOf(demo.proxyUsers),
    proxies: listOf(demo.proxies),
    changeOnePercent() {
      let changed = 0;
      for (let index = 7; index < proxyCount; index += 100) {
        const [row = {}] = demo.proxies.slice(index, 1);
        demo.proxies.update(String(row['proxy_id']), {
          proxy_is_online: row['proxy_is_online'] !== true,
        });
        changed += 1;
      }
      return changed;
    },
  };
}
