import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { npmCommand, root } from '../../scripts/steps.mjs';

/** Copies the app as it is built, with its packages for run time, to a folder where files can be replaced. */
export function copyApp(app: string): void {
  const [npm, args] = npmCommand('ls', '--omit=dev', '--all', '--parseable');
  const list = execFileSync(npm, args, { cwd: root, encoding: 'utf8' });
  const packages = list.trim().split(/\r?\n/).slice(1);
  for (const source of ['package.json', 'out', ...packages.map((path) => relative(root, path))]) {
    cpSync(join(root, source), join(app, source), { recursive: true });
  }
}
