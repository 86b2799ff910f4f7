import { resolve } from 'node:path';
import { asFailure, fail } from '../../../shared/failure.ts';
import { chooseFormat } from '../../exports/formats/index.ts';
import {
  makesSeveralFiles,
  partUsers,
  prepareExport,
  requireOneText,
  type ExportChoices,
} from '../../exports/prepare.ts';
import { confirmAccess } from '../../access/check-access.ts';
import {
  type Save,
  type StoredPreset,
  findPreset,
  listPresets,
  putPreset,
  requireChoices,
  savePreset,
} from '../../exports/presets/presets.ts';
import { saveExport, type ExportCounts } from '../../exports/files/save.ts';
import type { Store } from '../../store/index.ts';
import { defineCommand, exitCodeOf, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import {
  exportChoiceOptions,
  hasChoices,
  readExportChoices,
  readTestedOver,
  type ExportChoiceValues,
} from './export-choices.ts';
import { formatProgress, refuseWords } from '../output.ts';

/** `export`: proxy lines for proxy users, to standard output or to files. */
export const exportCommand = defineCommand({
  usage: 'export --user ID... | --gateway RULE | --preset NAME [OPTION...]',
  summary:
    'Export the proxies that proxy users have access to, with their credentials; or with --gateway the local address of a rule, as one entry that rotates. List the formats with: proxydeck formats',
  example: 'export --user alice --format http --where country:US --output proxies.txt',
  options: {
    ...exportChoiceOptions,
    ...optionsOf('output', 'preset', 'save-preset', 'refresh-after-sync', 'confirm'),
  },
  async run({ app, session, output, signal }, words, options) {
    refuseWords(words);
    const { account, store, workers, unlock, client } = session();
    const { choices, known, newName } = readPreset(store, options);
    const path = options.output === undefined ? known?.target?.path : resolve(options.output);
    const isRefreshed = options['refresh-after-sync'];
    if (isRefreshed && ((known === undefined && newName === undefined) || path === undefined)) {
      throw fail('invalid-input', '--refresh-after-sync needs a preset (--preset or --save-preset) and --output FILE.');
    }
    if (path === undefined) requireOneText(choices);
    const { gatewayRuleId } = choices;
    if (options.confirm && gatewayRuleId !== undefined) {
      throw fail('invalid-input', 'The service does not know the gateway. Remove --confirm.');
    }
    if (chooseFormat(choices).hasCredentials) {
      await unlock();
      // This gives the rule a token.
      if (gatewayRuleId !== undefined) await app.gateways.token(account.id, gatewayRuleId);
    }
    const preset = newName === undefined ? known : saveChecked(store, newName, choices);
    let lines: readonly string[] = [];
    let counts: ExportCounts;
    if (path === undefined) {
      const prepared = prepareExport(store, choices);
      if (output.isJson) lines = [...prepared.lines];
      else await output.stream(prepared.lines, false);
      counts = { ...prepared.count(), fileNames: [] };
    } else {
      const save: Save = (job) =>
        saveExport(store, {
          ...job,
          signal,
          onProgress: (writtenCount) => {
            output.progress(formatProgress('Rows', writtenCount, null));
          },
        });
      const target = { path, isRefreshed: isRefreshed || undefined };
      counts = preset ? await savePreset(store, preset, target, save) : await save({ choices, path });
    }
    const { writtenCount, skipped, fileNames } = counts;
    // After the file is written: the export is useful even if the service is unreachable.
    const listIds = (proxyUserId: string): Promise<readonly string[]> =>
      workers.call('access:ids', { proxies: choices.proxies, proxyUserId }, { signal });
    const confirmation = options.confirm
      ? await client()
          .then((service) => confirmAccess({ client: service, listIds }, choices, { signal }))
          .catch(asFailure)
      : undefined;
    output.json({
      written: writtenCount,
      skipped,
      format: choices.format,
      ...(confirmation && { confirmation }),
      ...(path === undefined ? { lines } : makesSeveralFiles(choices) ? { files: fileNames } : { file: path }),
    });
    const tested = known === undefined ? readTestedOver(store, options) : null;
    if (tested !== null && choices.protocol === tested.protocol && options.protocol === undefined) {
      const protocol = tested.protocol === 'http' ? 'HTTP' : 'SOCKS5';
      output.message(`The ports are those for ${protocol}, as they were tested.`);
    }
    output.message(`${String(writtenCount)} written${describeFiles(fileNames)}.`);
    for (const { count, message } of skipped) {
      output.message(`${String(count)} skipped: ${message}`);
    }
    if (confirmation !== undefined) {
      if ('code' in confirmation) {
        output.message(`Not confirmed: ${confirmation.message}`);
        return exitCodeOf(confirmation.code);
      }
      for (const { message } of confirmation.differences) output.message(message);
      if (confirmation.differences.length > 0) return exitCodes.incomplete;
      output.message('The service confirmed the access.');
    }
    return skipped.some(({ reason }) => reason === 'not-representable' || reason === 'no-password')
      ? exitCodes.incomplete
      : exitCodes.done;
  },
});

/** The choices, with the preset that is named or that `--save-preset` changes. */
function readPreset(
  store: Store,
  options: ExportChoiceValues & {
    readonly preset: string | undefined;
    readonly 'save-preset': string | undefined;
  },
): {
  readonly choices: ExportChoices;
  readonly known?: StoredPreset | undefined;
  readonly newName?: string;
} {
  const { preset, 'save-preset': name } = options;
  if (preset === undefined) {
    const choices = readExportChoices(store, options);
    if (name === undefined) return { choices };
    const newName = name.trim();
    if (newName === '') throw fail('invalid-input', 'A preset needs a name.');
    const isSame = (text: string): boolean => text.toLowerCase() === newName.toLowerCase();
    return { choices, newName, known: listPresets(store).find(({ name }) => isSame(name)) };
  }
  if (name !== undefined || hasChoices(options)) {
    throw fail(
      'invalid-input',
      'A preset contains all choices. Only --output, --refresh-after-sync and --confirm can be added.',
    );
  }
  const known = findPreset(store, preset);
  return { choices: requireChoices(known), known };
}

/** Saves a preset. Failures are those of `prepareExport`; then nothing is saved. */
function saveChecked(store: Store, name: string, choices: ExportChoices): StoredPreset {
  for (const part of partUsers(choices)) prepareExport(store, part);
  return putPreset(store, { name, choices });
}

function describeFiles(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined) return '';
  return others.length === 0 ? ` to ${first}` : ` to ${String(names.length)} files, ${first} to ${others.at(-1) ?? ''}`;
}
