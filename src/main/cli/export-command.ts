import { resolve } from 'node:path';
import { chooseFormat, exportFormats } from '../exports/formats/index.ts';
import { makesSeveralFiles, prepareExport, requireOneText } from '../exports/prepare.ts';
import { saveExport, type ExportCounts } from '../exports/save.ts';
import { defineCommand } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { exportChoiceOptions, exportChoiceUsage, readExportChoices } from './export-choices.ts';
import { formatProgress, refuseWords } from './output.ts';

/** `export`: proxy lines for proxy users, to standard output or to files. */
export const exportCommand = defineCommand({
  usage: `export ${exportChoiceUsage} [--output FILE]`,
  summary: `Write the proxies that proxy users may use, with their credentials. Formats: ${exportFormats
    .map(({ name }) => name)
    .join(', ')}.`,
  options: { ...exportChoiceOptions, output: 'text' },
  async run({ session, output, signal }, words, options) {
    refuseWords(words);
    const { store, unlock } = session();
    const choices = readExportChoices(store, options);
    if (chooseFormat(choices).hasCredentials) await unlock();
    const lines: string[] = [];
    let counts: ExportCounts;
    if (options.output === undefined) {
      requireOneText(choices);
      const prepared = prepareExport(store, choices);
      if (output.isJson) lines.push(...prepared.lines);
      else await output.stream(prepared.lines, false);
      counts = { ...prepared.count(), fileNames: [] };
    } else {
      counts = await saveExport(store, {
        choices,
        path: resolve(options.output),
        signal,
        onProgress: (writtenCount) => {
          output.progress(formatProgress('Rows', writtenCount, null));
        },
      });
    }
    const { writtenCount, leftOut, fileNames } = counts;
    output.json({
      written: writtenCount,
      left_out: leftOut,
      format: choices.format,
      ...(options.output === undefined
        ? { lines }
        : makesSeveralFiles(choices)
          ? { files: fileNames }
          : { file: resolve(options.output) }),
    });
    output.message(`${String(writtenCount)} written${describeFiles(fileNames)}.`);
    for (const { count, message } of leftOut) {
      output.message(`${String(count)} left out: ${message}`);
    }
    return leftOut.some(({ reason }) => reason === 'not-representable' || reason === 'no-password')
      ? exitCodes.incomplete
      : exitCodes.done;
  },
});

function describeFiles(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined) return '';
  return others.length === 0
    ? ` to ${first}`
    : ` to ${String(names.length)} files, ${first} to ${others.at(-1) ?? ''}`;
}
