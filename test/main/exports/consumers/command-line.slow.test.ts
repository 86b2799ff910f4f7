import { dirname } from 'node:path';
import { runProgram, testConsumer } from './consumer.ts';

/** Runs an exported script as it is; what it asks for is replaced by the target. */
const runScript = (command: string, options: string) => (file: string, url: string) => {
  const define = `${command}() { for last; do :; done; set -- "$@" ${options} '${url}'; for word; do [ "$word" = "$last" ] || set -- "$@" "$word"; shift; done; command ${command} "$@"; }`;
  return runProgram('sh', ['-c', `${define}\n. "${file}"`]);
};

testConsumer({ name: 'curl', format: 'curl', packages: ['curl'], run: runScript('curl', '-sS -m 20') });

testConsumer({
  name: 'curl -K',
  format: 'curl-config',
  packages: ['curl'],
  run: (file, url) => runProgram('curl', ['-sS', '-m', '20', '-K', file, url]),
});

testConsumer({ name: 'wget', format: 'wget', packages: ['wget'], run: runScript('wget', '-q --tries=1 --timeout=20') });

testConsumer({
  name: 'curl in a shell that read the file',
  format: 'env-sh',
  packages: ['curl'],
  run: (file, url) => runProgram('sh', ['-c', `. "${file}"; curl -sS -m 20 '${url}'`]),
});

testConsumer({
  name: 'wget in a shell that read the file',
  format: 'env-sh',
  protocols: ['http'],
  packages: ['wget'],
  run: (file, url) => runProgram('sh', ['-c', `. "${file}"; wget -q --tries=1 --timeout=20 -O - '${url}'`]),
});

testConsumer({
  name: 'curl under proxychains',
  format: 'proxychains',
  passwords: ['p@ss:1', 'p:a@ss/w%41+&"\'$\\#?'],
  packages: ['proxychains4', 'curl'],
  run: (file, url) =>
    runProgram('proxychains4', ['-q', '-f', file, 'curl', '-sS', '-m', '20', url], { cwd: dirname(file) }),
});
