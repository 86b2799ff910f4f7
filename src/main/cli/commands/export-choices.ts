import type { ExportChoices, ExportOptions, ExportProtocol } from '../../../shared/exports/export.ts';
import { exportOptionRows, maxExportUsers } from '../../../shared/exports/export-options.ts';
import { parseQuery } from '../../../shared/filter/query.ts';
import { localTestRows } from '../../../shared/test-runs/test-run.ts';
import { runOfQuery, testedOver, type TestedOver } from '../../../shared/test-runs/tested-run.ts';
import { fail } from '../../../shared/failure.ts';
import { chooseFormat } from '../../exports/formats/index.ts';
import { findRule } from '../../gateway/rules.ts';
import { findTemplate } from '../../exports/presets/saved-templates.ts';
import type { Store } from '../../store/index.ts';
import { readSort, type OptionValues } from '../arguments.ts';
import { optionsOf, optionsOfRows, readRows } from '../options.ts';

/** The options of an export; see `ExportOptions`. */
export const exportChoiceOptions = {
  ...optionsOf('user', 'gateway', 'format', 'template', 'template-name', 'where', 'sort'),
  ...optionsOfRows({ protocol: localTestRows.protocol, ip: localTestRows.ip }),
  ...optionsOfRows(exportOptionRows),
};

export type ExportChoiceValues = OptionValues<typeof exportChoiceOptions>;

/** The options that say how a rule of the gateway is written; the others are about proxies. */
const gatewayOptions = ['gateway', 'format', 'template', 'template-name', 'protocol', 'ip'];

const setOptions = (values: ExportChoiceValues): readonly string[] =>
  (Object.keys(exportChoiceOptions) as (keyof typeof exportChoiceOptions)[]).filter((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });

/** Whether any of these options is set. */
export const hasChoices = (values: ExportChoiceValues): boolean => setOptions(values).length > 0;

/**
 * Reads the choices of an export.
 *
 * @throws FailureError `invalid-input`; `not-found` for an unknown template or rule
 */
export function readExportChoices(store: Store, values: ExportChoiceValues): ExportChoices {
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
    ip: readOneOf('ip', ['4', '6'], values.ip) ?? tested?.ip ?? '4',
  };
}

/** How the proxies that `--where` finds by the results of one run were tested; null: it finds them otherwise. */
export function readTestedOver(store: Store, { where }: ExportChoiceValues): TestedOver | null {
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

function readOneOf<const Choice extends string>(
  name: string,
  choices: readonly Choice[],
  text: string | undefined,
): Choice | undefined {
  if (text === undefined) return undefined;
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw fail('invalid-input', `--${name} takes ${choices.join(' or ')}, not "${text}".`);
}

/** The text of `--template`, or of the template named by `--template-name`; undefined without either. */
function readTemplate(store: Store, values: ExportChoiceValues): string | undefined {
  const { format, template, 'template-name': name } = values;
  if ([format, template, name].filter((option) => option !== undefined).length > 1) {
    throw fail('invalid-input', 'Use only one of --format, --template and --template-name.');
  }
  return name === undefined ? template : findTemplate(store, name).text;
}

function readProtocol(
  text: string | undefined,
  bound: ExportProtocol | null,
  tested: TestedOver | null,
): ExportProtocol {
  const wanted = readOneOf('protocol', ['http', 'socks5'], text);
  if (wanted !== undefined && bound !== null && wanted !== bound) {
    throw fail('invalid-input', `This format supports only ${bound}. Remove --protocol ${wanted}.`);
  }
  return wanted ?? bound ?? tested?.protocol ?? 'http';
}
