import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { After } from '../support/listen.ts';

/** Starts a program that prints lines, until `after`. */
export function startProgram(program: string, args: readonly string[], after: After) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  after(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    write: (line: string): void => void child.stdin.write(`${line}\n`),
    line: async (): Promise<string> => String((await lines.next()).value),
  };
}

/** The fields after the name, as `proc_pid_stat(5)` numbers them, from the third on. */
const fieldsOf = (pid: number | 'self'): readonly string[] => {
  const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};
const ticksPerSecond = 100;
const sumAt = (fields: readonly string[], first: number): number =>
  (Number(fields[first - 3]) + Number(fields[first - 2])) / ticksPerSecond;

/** Seconds of the processor that a process has used, in its own code and in the system's for it; only on Linux. */
export const processorSeconds = (pid: number): number => sumAt(fieldsOf(pid), 14);

/** The same of all children of this process that have ended. */
export const processorSecondsOfEnded = (): number => sumAt(fieldsOf('self'), 16);

/** The child of this process that runs a program. */
export function findChild(name: string): number {
  const found = readdirSync('/proc')
    .map(Number)
    .find((pid) => {
      try {
        const isNamed = readFileSync(`/proc/${String(pid)}/comm`, 'utf8') === `${name}\n`;
        return isNamed && Number(fieldsOf(pid)[1]) === process.pid;
      } catch {
        // It is not a process, or has ended.
        return false;
      }
    });
  if (found === undefined) throw new Error(`${name} does not run.`);
  return found;
}
