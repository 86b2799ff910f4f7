import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { hasProgram } from '../../../support/real-proxies.ts';
import { runProgram, testConsumer } from './consumer.ts';

/** The first Python that has all modules; Debian's packages are for its own. */
const findPython = (modules: string): string | undefined =>
  ['/usr/bin/python3', 'python3'].find(
    (python) => spawnSync(python, ['-c', `import ${modules}`], { stdio: 'ignore' }).status === 0,
  );

/** Runs a program next to the exported module, which it imports by its name. */
const runBeside = (python: string | undefined, program: string) => (file: string, url: string) =>
  runProgram(python ?? 'python3', ['-B', '-c', program, url], { cwd: dirname(file) });

const withRequests = findPython('requests, socks');
testConsumer({
  name: 'Python requests',
  format: 'requests',
  fileName: 'proxies.py',
  passwords: ['p@ss:1', 'p:a@ss/w%41+ &"\'$\\#?'],
  missing: withRequests === undefined ? 'python3-requests and python3-socks' : undefined,
  run: runBeside(
    withRequests,
    'import sys, requests; from proxies import PROXIES; print(requests.get(sys.argv[1], proxies=PROXIES[0], timeout=20).text)',
  ),
});

const withHttpx = findPython('httpx, socksio');
testConsumer({
  name: 'Python httpx',
  format: 'httpx',
  fileName: 'proxies.py',
  missing: withHttpx === undefined ? 'python3-httpx and python3-socksio' : undefined,
  run: runBeside(
    withHttpx,
    // The argument was called "proxies" until 0.26.
    `import sys, inspect, httpx
from proxies import PROXIES
name = "proxy" if "proxy" in inspect.signature(httpx.Client.__init__).parameters else "proxies"
print(httpx.Client(timeout=20, **{name: PROXIES[0]}).get(sys.argv[1]).text)`,
  ),
});

const withScrapy = findPython('scrapy');
testConsumer({
  name: 'Scrapy',
  format: 'scrapy',
  fileName: 'proxies.py',
  missing: withScrapy === undefined ? 'python3-scrapy' : undefined,
  run: runBeside(
    withScrapy,
    `import sys, scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.settings import Settings
class Spider(scrapy.Spider):
    name = "one"
    def start_requests(self):
        yield scrapy.Request(sys.argv[1], meta={"proxy": self.settings.getlist("PROXIES")[0]})
    def parse(self, response):
        print(response.text)
settings = Settings({"LOG_ENABLED": False, "RETRY_ENABLED": False, "TELNETCONSOLE_ENABLED": False})
settings.setmodule("proxies")
process = CrawlerProcess(settings)
process.crawl(Spider)
process.start()`,
  ),
});

const withPacparser = findPython('pacparser');
testConsumer({
  name: 'pacparser, and curl with its answer,',
  format: 'pac',
  missing:
    withPacparser === undefined ? 'python3-pacparser' : hasProgram('curl') ? undefined : 'curl',
  async run(file, url) {
    const program =
      'import sys, pacparser; pacparser.init(); pacparser.parse_pac_file(sys.argv[1]); print(pacparser.find_proxy(sys.argv[2], "target.test"))';
    const answer = await runProgram(withPacparser ?? 'python3', ['-c', program, file, url]);
    const [kind, address = ''] = answer.trim().split(' ');
    const proxy = `${kind === 'SOCKS5' ? 'socks5h' : 'http'}://${address}`;
    return runProgram('curl', ['-sS', '-m', '20', '-x', proxy, url]);
  },
});
