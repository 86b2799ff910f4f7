import { dirname } from 'node:path';
import { runProgram, testConsumer } from './consumer.ts';

/** Debian's packages are for its own Python; another one that is first in the path does not have them. */
const python = '/usr/bin/python3';

/** Runs a program next to the exported module, which it imports by its name. */
const runBeside = (program: string) => (file: string, url: string) =>
  runProgram(python, ['-B', '-c', program, url], { cwd: dirname(file) });

testConsumer({
  name: 'Python requests',
  format: 'requests',
  fileName: 'proxies.py',
  passwords: ['p@ss:1', 'p:a@ss/w%41+ &"\'$\\#?'],
  packages: ['python3', 'python3-requests', 'python3-socks'],
  run: runBeside(
    'import sys, requests; from proxies import PROXIES; print(requests.get(sys.argv[1], proxies=PROXIES[0], timeout=20).text)',
  ),
});

testConsumer({
  name: 'Python httpx',
  format: 'httpx',
  fileName: 'proxies.py',
  packages: ['python3', 'python3-httpx', 'python3-socksio'],
  run: runBeside(
    // The argument was called "proxies" until 0.26.
    `import sys, inspect, httpx
from proxies import PROXIES
name = "proxy" if "proxy" in inspect.signature(httpx.Client.__init__).parameters else "proxies"
print(httpx.Client(timeout=20, **{name: PROXIES[0]}).get(sys.argv[1]).text)`,
  ),
});

testConsumer({
  name: 'Scrapy',
  format: 'scrapy',
  fileName: 'proxies.py',
  packages: ['python3', 'python3-scrapy'],
  run: runBeside(`import sys, scrapy
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
process.start()`),
});

testConsumer({
  name: 'pacparser, and curl with its answer,',
  format: 'pac',
  packages: ['python3', 'python3-pacparser', 'curl'],
  async run(file, url) {
    const program =
      'import sys, pacparser; pacparser.init(); pacparser.parse_pac_file(sys.argv[1]); print(pacparser.find_proxy(sys.argv[2], "target.test"))';
    const answer = await runProgram(python, ['-c', program, file, url]);
    const [kind, address = ''] = answer.trim().split(' ');
    const proxy = `${kind === 'SOCKS5' ? 'socks5h' : 'http'}://${address}`;
    return runProgram('curl', ['-sS', '-m', '20', '-x', proxy, url]);
  },
});
