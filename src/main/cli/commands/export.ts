import { resolve } from 'node:path';
import { asFailure, fail } from '../../../shared/failure.ts';
import { chooseFormat } from '../../exports/formats/index.ts';
import { makesSeveralFiles, partUsers, prepareExport, requireOneText } from '../../exports/prepare.ts';
import { confirmAccess } from '../../access/check-access.ts';
import {
  type Save,
  type StoredPreset,
  findPreset,
  listPresets,
  putPreset,
  requireChoices,
  savePreset,
  findTemplate,
} from '../../exports/presets/presets.ts';
import { saveExport, type ExportCounts } from '../../exports/files/save.ts';
import type { Store } from '../../store/index.ts';
import { defineCommand, exitCodeOf, exitCodes } from '../command.ts';
import { optionsOf, optionsOfRows, readRows } from '../options.ts';
import { formatProgress, refuseWords } from '../output.ts';
import type { ExportChoices, ExportOptions, ExportProtocol } from '../../../shared/exports/export.ts';
import { exportOptionRows, maxExportUsers } from '../../../shared/exports/export-options.ts';
import { parseQuery } from '../../../shared/filter/query.ts';
import { ipRow, protocolRow } from '../../../shared/options/option-rows.ts';
import { runOfQuery, testedOver, type TestedOver } from '../../../shared/test-runs/test-run.ts';
import { findRule } from '../../gateway/rules.ts';
import { readSort, type OptionValues } from '../arguments.ts';

/** See `ExportOptions`. */
const exportChoiceOptions = {
  ...optionsOf('user', 'gateway', 'format', 'template', 'template-name', 'where', 'sort'),
  ...optionsOfRows({ protocol: protocolRow, ip: ipRow }),
  ...optionsOfRows(exportOptionRows),
};

type ExportChoiceValues = OptionValues<typeof exportChoiceOptions>;

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
    // Afterwards: the export is useful even if the service is unreachable.
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

/** The choices with those of a named preset. */
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
    return { choices, newName, known: listPresets(store).find((known) => known.name === newName) };
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

/** Failures of `prepareExport`; then nothing is saved. */
function saveChecked(store: Store, name: string, choices: ExportChoices): StoredPreset {
  for (const part of partUsers(choices)) prepareExport(store, part);
  return putPreset(store, { name, choices });
}

function describeFiles(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined) return '';
  return others.length === 0 ? ` to ${first}` : ` to ${String(names.length)} files, ${first} to ${others.at(-1) ?? ''}`;
}

/** The others are about proxies. */
const gatewayOptions = ['gateway', 'format', 'template', 'template-name', 'protocol', 'ip'];

const setOptions = (values: ExportChoiceValues): readonly string[] =>
  (Object.keys(exportChoiceOptions) as (keyof typeof exportChoiceOptions)[]).filter((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });

const hasChoices = (values: ExportChoiceValues): boolean => setOptions(values).length > 0;

/** @throws FailureError `invalid-input`; `not-found` for an unknown template or rule */
function readExportChoices(store: Store, values: ExportChoiceValues): ExportChoices {
  const template = readTemplate(store, values);
  const format = chooseFormat({
    format: template === undefined ? (values.format ?? 'host:port:user:pass') : 'template',
    template,
  });
  const { gateway } = values;
  const tested = readTestedOver(store, values);
  return {
    ...(gateway === undefined ? readProxies(values) : readRule(store, gateway, values)),
    format: format.name,
    template,
    protocol: readProtocol(values.protocol, format.protocol, tested),
    ip: readRows({ ip: ipRow }, values, { ip: tested?.ip ?? 'any' }).ip,
  };
}

/** Null: the filter names no single run. */
function readTestedOver(store: Store, { where }: ExportChoiceValues): TestedOver | null {
  const parsed = parseQuery(where ?? '', 'proxies');
  const id = parsed.ok ? runOfQuery(parsed.query) : null;
  return id === null ? null : testedOver(store.testRuns.get(id));
}

type Selected = Pick<ExportChoices, 'proxyUserId' | 'proxies' | 'sort' | 'gatewayRuleId' | 'options'>;

function readProxies(values: ExportChoiceValues): Selected {
  const [proxyUserId = null, ...otherUserIds] = values.user;
  if (proxyUserId === null && values.credentials !== 'default') {
    throw fail(
      'invalid-input',
      "export needs --user ID, or --credentials default for each proxy's default user. List the proxy users with: proxydeck users",
    );
  }
  if (values.user.length > maxExportUsers) {
    throw fail('invalid-input', `An export can have at most ${String(maxExportUsers)} users.`);
  }
  if (values.sort.length > 0 && values.shuffle !== undefined) {
    throw fail('invalid-input', 'Choose one order: --sort or --shuffle.');
  }
  return {
    proxyUserId,
    proxies: { kind: 'query', where: values.where ?? '' },
    sort: values.sort.length > 0 ? readSort(values.sort) : undefined,
    options: {
      ...(otherUserIds.length > 0 && { otherUserIds }),
      ...readRows<typeof exportOptionRows, ExportOptions>(exportOptionRows, values, {}),
    },
  };
}

function readRule(store: Store, name: string, values: ExportChoiceValues): Selected {
  const others = setOptions(values).filter((option) => !gatewayOptions.includes(option));
  if (others.length > 0) {
    throw fail(
      'invalid-input',
      `--gateway exports one entry, the address of a rule. Remove ${others.map((option) => `--${option}`).join(', ')}.`,
    );
  }
  const { id } = findRule(store, name);
  return { proxyUserId: null, proxies: { kind: 'ids', ids: [] }, gatewayRuleId: id };
}

function readTemplate(store: Store, values: ExportChoiceValues): string | undefined {
  const { format, template, 'template-name': name } = values;
  if ([format, template, name].filter((option) => option !== undefined).length > 1) {
    throw fail('invalid-input', 'Use only one of --format, --template and --template-name.');
  }
  return name === undefined ? template : findTemplate(store, name).text;
}

const noProtocol: { readonly protocol?: ExportProtocol } = {};

function readProtocol(
  text: string | undefined,
  bound: ExportProtocol | null,
  tested: TestedOver | null,
): ExportProtocol {
  const { protocol: wanted } = readRows({ protocol: protocolRow }, { protocol: text }, noProtocol);
  if (wanted !== undefined && bound !== null && wanted !== bound) {
    throw fail('invalid-input', `This format supports only ${bound}. Remove --protocol ${wanted}.`);
  }
  return wanted ?? bound ?? tested?.protocol ?? 'http';
}
