import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toBuild, toTest } from '../../scripts/system-packages.mjs';
import { isOpenToOthers, makeCheckout } from '../support/checkout.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const onLinux = test.runIf(process.platform === 'linux');
const isRoot = process.getuid?.() === 0;
const names = ['absent-one', 'squid'];

/** Installs packages that are not there, with programs that only write down how they are called. */
async function install(
  terminalInput: string | null,
  { words = [] as string[], env = {}, exitCode = 0, unknown = 'nothing', wanted = names } = {},
) {
  const folder = makeTemporaryFolder();
  const programs = join(folder, 'bin');
  const policyFile = join(folder, 'policy');
  const log = join(folder, 'log');
  mkdirSync(programs);
  const addProgram = (name: string, line: string): void => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  const policy = `$(cat '${policyFile}' 2>/dev/null | tail -n 1)`;
  addProgram(
    'apt-get',
    `echo "apt-get $* [${policy}]" >> '${log}'
    echo "Reading lists"
    case "$*" in *${unknown}*) echo "E: Unable to locate package ${unknown}"; exit 100;; esac
    exit ${String(exitCode)}`,
  );
  addProgram('update-rc.d', `echo "update-rc.d $*" >> '${log}'`);
  addProgram('sudo', 'exec "$@"');
  const module = JSON.stringify(new URL('../../scripts/system-packages.mjs', import.meta.url).href);
  const packages = JSON.stringify(wanted.map((name) => ({ name, program: 'no-such-program' })));
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `import { findInstallCommand, installSystemPackages } from ${module};
    const isDone = await installSystemPackages(${packages}, 'To try this', ${JSON.stringify(policyFile)});
    console.log('done: ' + isDone);
    console.log('advised: ' + findInstallCommand(${packages}));`,
  );
  const command = [process.execPath, script, ...words];
  const [program = '', ...args] = terminalInput === null ? command : ['script', '-qec', command.join(' '), '/dev/null'];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      CI: undefined,
      PROXYDECK_NO_INSTALL: undefined,
      ...env,
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
    },
  });
  let output = '';
  let answer = terminalInput;
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    // Typed once it is asked for, as a person does.
    if (answer !== null && output.includes('[y/N]')) {
      child.stdin.write(answer);
      answer = null;
    }
  });
  if (terminalInput === null) child.stdin.end();
  await new Promise((done) => child.once('close', done));
  return {
    output,
    questions: output.split('[y/N]').length - 1,
    calls: existsSync(log) ? readFileSync(log, 'utf8').replaceAll(quick, '').trim().split('\n') : [],
    isPolicyLeft: existsSync(policyFile),
  };
}

const quick = '-o Acquire::Retries=1 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10 ';
const installed = [
  'apt-get -q update [exit 101]',
  'apt-get -y -q install --no-install-recommends absent-one squid [exit 101]',
  'update-rc.d squid disable',
];

onLinux('a terminal is asked once, root too, and nothing is installed after a no', async () => {
  const { output, questions, calls } = await install('n\n');
  expect(output).toContain('absent-one squid');
  expect(questions).toBe(1);
  expect(calls).toEqual([]);
  expect(output).toContain('apt-get install --no-install-recommends absent-one squid');
  expect(output).toContain('done: false');
});

onLinux('after a yes they are installed, and no service that comes with them starts', async () => {
  const { output, questions, calls, isPolicyLeft } = await install('y\n');
  expect(questions).toBe(1);
  expect(calls).toEqual(installed);
  expect(isPolicyLeft).toBe(false);
  expect(output).toContain('done: true');
});

onLinux('without a terminal nobody can be asked: root reads the list and gets them', async () => {
  const { output, questions, calls } = await install(null);
  expect(output).toContain('apt-get install --no-install-recommends absent-one squid');
  expect(questions).toBe(0);
  expect(calls).toEqual(isRoot ? installed : []);
  expect(output).toContain(`done: ${String(isRoot)}`);
});

onLinux('what apt-get prints is shown if it fails or with --verbose, and else nobody reads it', async () => {
  const quiet = await install('', { words: ['--yes'] });
  expect(quiet.output).not.toContain('Reading lists');
  const failed = await install('', { words: ['--yes'], exitCode: 100 });
  expect(failed.output).toContain('Reading lists');
  expect(failed.output).toContain('The packages cannot be installed; the reason is above.');
  expect(failed.output).toContain('done: false');
  expect((await install('', { words: ['--yes', '--verbose'] })).output).toContain('Reading lists');
});

onLinux('a package that this release of the system lacks does not keep the others away', async () => {
  const { output, calls } = await install('', { words: ['--yes'], unknown: 'absent-one' });
  expect(output).toContain('This system has no package absent-one. Installing the others ...');
  expect(calls.slice(-2)).toEqual([
    'apt-get -y -q install --no-install-recommends squid [exit 101]',
    'update-rc.d squid disable',
  ]);
  expect(output).not.toContain('The packages cannot be installed');
  expect(output).toContain('done: false');
  // Nothing was really installed, so the package that this system has is still advised.
  expect(output).toMatch(/advised: .*apt-get install --no-install-recommends squid$/m);
});

onLinux('if only packages are missing that this release of the system lacks, one sentence says so', async () => {
  const { output } = await install('', { words: ['--yes'], unknown: 'absent-one', wanted: ['absent-one'] });
  expect(output).toContain('This system has no package absent-one. The rest works.');
  expect(output).not.toContain('Reading lists');
  expect(output).toContain('done: false');
  expect(output).toContain('advised: undefined');
});

onLinux.each([
  ['--yes', { words: ['--yes'] }],
  ['CI', { env: { CI: 'true' } }],
])('on a terminal nobody is asked with %s', async (_name, options) => {
  const { questions, calls } = await install('', options);
  expect(questions).toBe(0);
  expect(calls).toEqual(installed);
});

onLinux.each([
  ['--no-install', { words: ['--yes', '--no-install'] }],
  ['PROXYDECK_NO_INSTALL', { env: { CI: 'true', PROXYDECK_NO_INSTALL: '1' } }],
])('%s refuses, and the command is named', async (_name, options) => {
  const { output, calls } = await install(null, options);
  expect(calls).toEqual([]);
  expect(output).toContain('apt-get install --no-install-recommends absent-one squid');
  expect(output).toContain('done: false');
});

onLinux('an ordinary user without a terminal gets the command with sudo', async (context) => {
  if (!isOpenToOthers()) context.skip('Needs a checkout that an ordinary user may enter.');
  const packages = names.map((name) => ({ name, program: 'no-such-program' }));
  const { code, output } = await makeCheckout().call(
    'system-packages.mjs',
    'installSystemPackages',
    [packages, 'To try this'],
    {
      programs: { 'apt-get': 'exit 1', sudo: 'exit 1' },
      isOrdinaryUser: true,
      env: { PROXYDECK_NO_INSTALL: '' },
    },
  );
  expect(output).toContain('sudo apt-get install --no-install-recommends absent-one squid\n\nNothing was installed.');
  expect(output).toContain('returned: false');
  expect(code).toBe(0);
});

test('running from the sources needs a compiler and nothing of the tests', () => {
  const toRun = toBuild.map(({ name }) => name);
  expect(toRun).toEqual(['libsecret-1-dev', 'pkg-config', 'python3', 'make', 'g++']);
  expect(toTest.filter(({ name }) => toRun.includes(name))).toEqual([]);
});
