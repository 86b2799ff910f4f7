/**
 * The service of the benchmarks: a process of its own that answers from pages that were
 * written before, so that it costs next to nothing while something is measured. Started
 * by `startService`. Arguments: data source, number of proxies.
 */
import { serveAccount } from '../support/data-shapes/service.ts';
import { generateSource, readSource } from './data-source.ts';

const [source = '', proxyCount = ''] = process.argv.slice(2);
const account = generateSource(readSource(source), Number(proxyCount));
const service = await serveAccount(account);
const pageCount = service.prepare();
process.on('message', () => {
  const changed = account.changeOnePercent();
  service.prepare();
  process.send?.({ changed });
});
process.on('disconnect', () => {
  process.exit(0);
});
process.send?.({ baseUrl: service.baseUrl, pageCount });
