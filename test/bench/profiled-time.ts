import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run-program.ts';

/** What V8 writes. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

const intervalUs = 200;

/**
 * Runs a program and profiles all of its threads.
 *
 * @param name of a function of the app at the top of its module
 * @returns what it printed, and how long its threads were in the function, those inside it and what these called
 */
export async function runProfiled(
  args: readonly string[],
  name: string,
): Promise<{ readonly printed: string; readonly insideMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-profile-'));
  try {
    const options = ['--cpu-prof', `--cpu-prof-interval=${String(intervalUs)}`];
    const printed = await run(process.execPath, [...options, `--cpu-prof-dir=${folder}`, ...args]);
    const insideUs = readdirSync(folder)
      // What V8 writes.
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile)
      .reduce((sum, profile) => sum + timeInside(profile, name), 0);
    return { printed, insideMs: insideUs / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function timeInside({ nodes, samples, timeDeltas }: Profile, name: string): number {
  const findLines = memoizeLines(name);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const inside = new Set<number>();
  const enter = (id: number): void => {
    inside.add(id);
    byId.get(id)?.children?.forEach(enter);
  };
  for (const { id, callFrame } of nodes) {
    const lines = findLines(callFrame.url);
    const isInside = lines && callFrame.lineNumber >= lines.first && callFrame.lineNumber < lines.end;
    if (isInside === true && !inside.has(id)) enter(id);
  }
  return samples.reduce((sum, id, at) => (inside.has(id) ? sum + (timeDeltas[at] ?? 0) : sum), 0);
}

/** The lines of the function in a built file, from 0; undefined: it is not there. */
function memoizeLines(name: string) {
  const known = new Map<string, { readonly first: number; readonly end: number } | undefined>();
  return (url: string) => {
    if (!url.startsWith('file:')) return undefined;
    if (!known.has(url)) {
      const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n');
      const first = lines.findIndex((line) => line.startsWith(`function ${name}(`));
      const end = lines.indexOf('}', first);
      known.set(url, first < 0 ? undefined : { first, end });
    }
    return known.get(url);
  };
}
