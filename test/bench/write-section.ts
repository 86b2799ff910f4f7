import { readFileSync, writeFileSync } from 'node:fs';
import { resolveConfig, format } from 'prettier';

/** Puts a text in the place of one section of a Markdown page; a section that is not there goes to the end. */
export async function writeSection(file: string, heading: string, text: string): Promise<void> {
  const page = readFileSync(file, 'utf8');
  const sections = page.split(/^(?=## )/m);
  const section = `## ${heading}\n\n${text}\n\n`;
  const at = sections.findIndex((present) => present.startsWith(`## ${heading}\n`));
  if (at < 0) sections.push(`\n${section}`);
  else sections[at] = section;
  const options = await resolveConfig(file);
  writeFileSync(file, await format(sections.join(''), { ...options, filepath: file }));
}
