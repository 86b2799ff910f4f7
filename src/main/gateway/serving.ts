import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import type { GatewayHolder } from '../../shared/gateway/gateway.ts';
import { acquireLock } from '../lock.ts';

const lockFileOf = (databaseFile: string): string => `${databaseFile}.gateway-lock`;
/** Nobody can read the file that is locked, so the name of the holder is in one of its own. */
const holderFileOf = (databaseFile: string): string => `${databaseFile}.gateway-holder`;

/** Longer than another process looks whether the lock is free. */
const lookMs = 100;

const holderSchema = z.object({ program: z.string(), processId: z.int().positive(), machine: z.string() });

/**
 * Takes the lock of the process that serves the saved rules of an account, and leaves the name of this process for others.
 *
 * @param program what others call this process
 * @returns the function that releases the lock; undefined if another process has it
 * @throws FailureError those of `acquireLock`
 */
export function holdServing(databaseFile: string, program: string): (() => void) | undefined {
  const release = acquireLock(lockFileOf(databaseFile), lookMs);
  if (!release) return undefined;
  const holder: z.infer<typeof holderSchema> = { program, processId: process.pid, machine: hostname() };
  try {
    writeFileSync(holderFileOf(databaseFile), JSON.stringify(holder), { mode: 0o600 });
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** The process that holds the lock; null: none does. */
export function whoServes(databaseFile: string): GatewayHolder | null {
  if (isFree(lockFileOf(databaseFile))) return null;
  const { data } = holderSchema.safeParse(readHolder(databaseFile));
  if (!data) return { program: 'Another process', processId: null };
  // The number of a process of another machine, such as a container, means another process here.
  const isHere = data.machine === hostname();
  return { program: data.program, processId: isHere ? data.processId : null };
}

function isFree(file: string): boolean {
  if (!existsSync(file)) return true;
  try {
    const release = acquireLock(file);
    release?.();
    return release !== undefined;
  } catch {
    // A full disk, for example, does not show a holder.
    return true;
  }
}

function readHolder(databaseFile: string): unknown {
  try {
    return JSON.parse(readFileSync(holderFileOf(databaseFile), 'utf8'));
  } catch {
    // It is being written.
    return undefined;
  }
}
