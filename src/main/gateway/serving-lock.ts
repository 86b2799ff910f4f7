import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import type { GatewayHolder } from '../../shared/gateway/gateway.ts';
import { acquireLock } from '../lock.ts';

const lockFileOf = (databaseFile: string): string => `${databaseFile}.gateway-lock`;
/** A locked file is unreadable. */
const holderFileOf = (databaseFile: string): string => `${databaseFile}.gateway-holder`;

/** Longer than others look at the lock. */
const lookMs = 100;

const holderSchema = z.object({ program: z.string(), processId: z.int().positive(), machine: z.string() });

/**
 * Takes the lock for serving an account, and leaves this process's name.
 *
 * @param program this process, for others
 * @returns a release; undefined if another process has it
 * @throws FailureError of `acquireLock`
 */
export function takeServingLock(databaseFile: string, program: string): (() => void) | undefined {
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

/** Finds the process with the lock; null: none. */
export function findServingProcess(databaseFile: string): GatewayHolder | null {
  if (isFree(lockFileOf(databaseFile))) return null;
  const { data } = holderSchema.safeParse(readHolder(databaseFile));
  if (!data) return { program: 'Another process', processId: null };
  // Process IDs of other machines, such as containers, mean nothing here.
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
    // Unknown, as with a full disk.
    return true;
  }
}

function readHolder(databaseFile: string): unknown {
  try {
    return JSON.parse(readFileSync(holderFileOf(databaseFile), 'utf8'));
  } catch {
    // Being written.
    return undefined;
  }
}
