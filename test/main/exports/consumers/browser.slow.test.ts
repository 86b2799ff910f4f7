import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../../../scripts/steps.mjs';
import { hardPassword } from '../../../support/export-rows.ts';
import { findFreePort, start } from '../../../support/real-proxies.ts';
import { runProgram, testConsumer } from './consumer.ts';
import { listen } from '../../../support/listen.ts';

const executablePath = findChromium() ?? '';
const isRoot = process.getuid?.() === 0;

/** What every Chromium here gets: no sandbox as root, no calls home, and this machine through the proxy too. */
const args = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--headless',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--proxy-bypass-list=<-loopback>',
];

type LaunchOptions = NonNullable<Parameters<typeof chromium.launch>[0]>;

/** Opens a page in Chromium under Playwright; gives its text, or what went wrong. */
async function openPage(url: string, options: LaunchOptions): Promise<string> {
  const browser = await chromium.launch({ executablePath, args, ...options });
  try {
    const page = await browser.newPage();
    await page.goto(url, { timeout: 20_000 });
    return await page.content();
  } catch (error) {
    return String(error);
  } finally {
    await browser.close();
  }
}

testConsumer({
  name: 'Playwright with Chromium',
  format: 'playwright',
  passwords: [hardPassword],
  packages: ['chromium'],
  run(file, url) {
    const [proxy] = readJson<NonNullable<LaunchOptions['proxy']>>(file);
    return openPage(url, proxy === undefined ? {} : { proxy });
  },
});

const root = resolve(import.meta.dirname, '../../../..');

testConsumer({
  name: 'Puppeteer with Chromium',
  format: 'puppeteer',
  passwords: [hardPassword],
  packages: ['chromium'],
  run(file, url) {
    const program = `import { readFileSync } from 'node:fs'; import puppeteer from 'puppeteer-core';
const [file, url, executablePath, ...args] = process.argv.slice(1);
const [proxy] = JSON.parse(readFileSync(file, 'utf8'));
const browser = await puppeteer.launch({ executablePath, args: [...args, ...proxy.args] });
const page = await browser.newPage();
if (proxy.credentials) await page.authenticate(proxy.credentials);
await page.goto(url, { timeout: 20000 }).then(async () => console.log(await page.content()), console.log);
await browser.close();`;
    const words = ['--input-type=module', '-e', program, file, url, executablePath, ...args];
    return runProgram(process.execPath, words, { cwd: root });
  },
});

testConsumer({
  name: 'ChromeDriver with Chromium',
  format: 'selenium',
  packages: ['chromium', 'chromium-driver'],
  async run(file, url) {
    const [capabilities] = readJson<object>(file);
    const port = await findFreePort();
    await start({ host: '127.0.0.1', port }, 'chromedriver', [`--port=${String(port)}`]);
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${String(port)}/session${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      return ((await answer.json()) as { value: unknown }).value; // WebDriver, "send a response".
    };
    const chrome = { binary: executablePath, args };
    const session = await call('POST', '', {
      capabilities: { alwaysMatch: { ...capabilities, 'goog:chromeOptions': chrome } },
    });
    const path = `/${String(new Map(Object.entries(session ?? {})).get('sessionId'))}`;
    const problem = await call('POST', `${path}/url`, { url });
    const source = await call('GET', `${path}/source`);
    await call('DELETE', path);
    return JSON.stringify([session, problem, source]);
  },
});

testConsumer({
  name: 'Chromium',
  format: 'pac',
  protocols: ['http'],
  packages: ['chromium'],
  async run(file, url) {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/x-ns-proxy-autoconfig');
      response.end(readFileSync(file));
    });
    const port = await listen(server);
    const pacUrl = `--proxy-pac-url=http://127.0.0.1:${String(port)}/proxies.pac`;
    return openPage(url, { args: [...args, pacUrl] });
  },
});

/** The array of an exported JSON file. */
function readJson<Item>(file: string): Item[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Item[]; // What the format says it writes.
}
