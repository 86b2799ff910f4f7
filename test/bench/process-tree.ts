/** What a process and everything that it started take from a Linux machine. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/** Proportional memory in bytes: what processes share is divided among them. */
export function readPssBytes(pid: number): number {
  return sum(pid, (process) => {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readProc(process, 'smaps_rollup'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  });
}

/** Processor time so far, in seconds. */
export function readCpuSeconds(pid: number): number {
  // User and system time are the 12th and 13th field after the name.
  return sum(pid, (process) => {
    const fields = readStat(process);
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
  });
}

function sum(pid: number, read: (pid: number) => number): number {
  return listTree(pid).reduce((total, process) => total + read(process), 0);
}

function listTree(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(readStat(Number(name))[1]) }));
  const below = (parent: number): number[] =>
    parents.filter((each) => each.parent === parent).flatMap((each) => [each.pid, ...below(each.pid)]);
  return [pid, ...below(pid)];
}

/** The fields after the name, which may contain anything. */
function readStat(pid: number): readonly string[] {
  return readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

/** The files of a process disappear when it ends. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
