import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { nodeFolder } from '../../scripts/steps.mjs';
import { makeTemporaryFolder } from './temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

/** A user of every Linux who owns nothing. */
const nobody = 65_534;

/** Whether an ordinary user reaches the Node of this checkout. If it is in root's own folder, nobody else may enter it. */
export function isOpenToOthers(): boolean {
  for (let folder = dirname(process.execPath); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

export interface RunOptions {
  /** The only programs in `PATH` besides Node and a shell: the lines of a shell script, or a link if it is null. */
  readonly programs?: Readonly<Record<string, string | null>>;
  readonly env?: NodeJS.ProcessEnv;
  /** Runs as an ordinary user if this process is root. */
  readonly isOrdinaryUser?: boolean;
}

/**
 * A checkout of this project after `npm ci`, in a folder whose name has a space, where keytar was not compiled
 * yet. Packages are links to this project's.
 */
export function makeCheckout() {
  const parent = makeTemporaryFolder();
  const folder = join(parent, 'my projects', 'proxydeck');
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  for (const name of ['node-addon-api', 'node-gyp', 'electron', nodeFolder && basename(nodeFolder)]) {
    if (name) symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
  cpSync(join(root, 'node_modules/keytar'), join(modules, 'keytar'), {
    recursive: true,
    filter: (path) => path !== join(root, 'node_modules/keytar/build'),
  });
  const stamp = createHash('sha256');
  for (const name of ['package-lock.json', 'package.json']) {
    stamp.update(readFileSync(join(folder, name)));
  }
  writeFileSync(join(modules, '.proxydeck-setup'), stamp.digest('hex'));
  for (const path of [parent, dirname(folder), folder, modules]) chmodSync(path, 0o777);

  return {
    folder,
    modules,
    /** Whether keytar was compiled in it. */
    isKeytarBuilt: () => existsSync(join(modules, 'keytar/build/Release/keytar.node')),
    /** Calls an exported function of one of its scripts, without a terminal, and prints what it returns. */
    call(script: string, name: string, args: readonly unknown[], options: RunOptions = {}) {
      const code =
        `import { ${name} } from ${JSON.stringify(join(folder, 'scripts', script))};` +
        `console.log('returned:', await ${name}(...${JSON.stringify(args)}));`;
      return this.run(['--input-type=module', '--eval', code], options);
    },
    /** Runs Node in it, without a terminal. */
    async run(args: readonly string[], { programs = {}, env = {}, isOrdinaryUser }: RunOptions) {
      const bin = makeTemporaryFolder();
      chmodSync(bin, 0o755);
      const all: RunOptions['programs'] = { sh: null, env: null, ...programs };
      for (const [name, lines] of Object.entries(all)) {
        if (lines === null) symlinkSync(findProgram(name), join(bin, name));
        else writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
      }
      symlinkSync(process.execPath, join(bin, 'node'));
      const child = spawn(process.execPath, args, {
        cwd: folder,
        env: {
          ...withoutNpmSettings(process.env),
          ...{ PATH: bin, HOME: bin, npm_execpath: npmScript() },
          // A checkout installs nothing on the machine that tests it.
          ...{ CI: undefined, PROXYDECK_NO_INSTALL: '1' },
          ...{ DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(isOrdinaryUser && process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}),
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      }
      const code = await new Promise<number | null>((done) => child.once('close', done));
      return { code, output };
    },
  };
}

/** A test may itself be run by an npm with settings, such as one that prints nothing. */
function withoutNpmSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_config_/i.test(name)));
}

/** npm's own script, which runs on any Node. */
export function npmScript(): string {
  const path = process.env['npm_execpath'];
  return path && basename(path) === 'npm-cli.js' ? path : realpathSync(findProgram('npm'));
}

function findProgram(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = folders.map((path) => join(path, name)).find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is not installed.`);
  return found;
}
