/**
 * Makes a data folder of the app with a demo account that has been synced, so that
 * browsing can be measured. Arguments: data folder, number of proxies, the built sync
 * thread. Prints one line of JSON.
 */
import { pathToFileURL } from 'node:url';
import { createApp } from '../../src/main/app.ts';

const [dataDir = '', proxyCount = '', threadFile = ''] = process.argv.slice(2);
const app = createApp({
  dataDir,
  keychain: {
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  },
  desktop: {
    applySettings: () => undefined,
    chooseSaveFile: () => Promise.resolve(null),
    copySecret: () => Promise.resolve(),
  },
  emit: () => undefined,
  log: { info: () => undefined, error: () => undefined },
  syncThread: pathToFileURL(threadFile),
});
const { id } = await app.handlers['accounts:add-demo']({ proxyCount: Number(proxyCount) });
const outcome = await app.sync(app.session(id), {});
await app.close();
console.log(JSON.stringify({ accountId: id, complete: outcome.complete }));
