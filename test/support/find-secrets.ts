import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every way in which a secret could be written in a file or an argument. */
export function spellings(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, 'utf8');
  // Base64 shifts with what stands before: of each alignment the part that is the secret's alone.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const texts = [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), bytes.toString('hex'), ...base64];
  return [
    bytes,
    Buffer.from(secret, 'utf16le'),
    ...texts.filter((text) => text.length >= 6).map((text) => Buffer.from(text)),
  ];
}

/** Files below a folder that hold one of the secrets in any spelling, as `path: secret number`. */
export function findSecretsInFiles(folder: string, secrets: readonly string[]): string[] {
  const needles = secrets.map(spellings);
  return listFiles(folder).flatMap((file) => findSecrets(readIfAllowed(file), needles, file));
}

/** Processes whose arguments hold one of the secrets; `root` and all below it. Linux. */
export function findSecretsInArguments(rootPid: number, secrets: readonly string[]): string[] {
  const needles = secrets.map(spellings);
  return listProcesses(rootPid).flatMap((pid) =>
    findSecrets(readFileSync(`/proc/${pid}/cmdline`), needles, `process ${pid}`),
  );
}

function findSecrets(content: Buffer, needles: readonly Buffer[][], where: string): string[] {
  return needles.flatMap((secret, number) =>
    secret.some((spelling) => content.includes(spelling)) ? [`${where}: secret ${number}`] : [],
  );
}

/**
 * A file that the app removed in the meantime holds nothing. On Windows other processes can't read files that Chromium has
 * open; they are searched after the app has ended.
 */
function readIfAllowed(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code === 'ENOENT' || (process.platform === 'win32' && code === 'EBUSY')) return Buffer.alloc(0);
    throw error;
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory() === true) return listFiles(path);
    return status?.isFile() === true ? [path] : [];
  });
}

function listProcesses(rootPid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = readProcessStatus(name);
    const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    if (pid === rootPid) return true;
    const parent = parents.get(pid);
    return parent !== undefined && parent > 0 && isBelow(parent);
  };
  return [...parents.keys()].filter(isBelow);
}

function readProcessStatus(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It ended between the listing and now.
    return '';
  }
}
