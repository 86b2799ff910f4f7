/** Folders that tests copy or share. Each is made once per run, by the first test that needs it. */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const variable = 'PROXYDECK_TEST_TEMPLATES';

/** Vitest and Playwright call this once before the tests; returns the function that removes the folders. */
export default function makeTemplates(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-templates-'));
  process.env[variable] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Fills a folder with a copy of a template, which `make` writes if no test of this run has needed it yet. */
export async function copyTemplate(
  name: string,
  folder: string,
  make: (template: string) => Promise<void>,
): Promise<void> {
  const template = join(templates(), name);
  if (!existsSync(template)) {
    const made = mkdtempSync(join(templates(), 'unfinished-'));
    await make(made);
    publish(made, template);
  }
  cpSync(template, folder, { recursive: true });
}

/** Returns the folder of a template that tests only read. */
export function shareTemplate(name: string, make: (template: string) => void): string {
  const template = join(templates(), name);
  if (!existsSync(template)) {
    const made = mkdtempSync(join(templates(), 'unfinished-'));
    make(made);
    publish(made, template);
  }
  return template;
}

const templates = (): string => process.env[variable] ?? '';

function publish(made: string, template: string): void {
  try {
    renameSync(made, template);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(template)) throw error;
  }
}
