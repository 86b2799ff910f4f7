import { symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runProgram, testConsumer } from './consumer.ts';

const root = resolve(import.meta.dirname, '../../../..');

testConsumer({
  name: 'undici',
  format: 'undici',
  fileName: 'proxies.mjs',
  packages: [],
  hosts: (protocol) => (protocol === 'http' ? ['127.0.0.1', '::1'] : ['127.0.0.1']),
  run(file, url) {
    const folder = dirname(file);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const program =
      "import { request } from 'undici'; import { agents } from './proxies.mjs'; const { body } = await request(process.argv[1], { dispatcher: agents[0]() }); console.log(await body.text()); process.exit();";
    return runProgram(process.execPath, ['--input-type=module', '-e', program, url], { cwd: folder });
  },
});
