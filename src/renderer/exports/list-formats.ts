import { browserGroup, exportGroups, type ExportFormatInfo } from '../../shared/exports/export.ts';
import { matchWords } from '../kit/match-words.ts';
import type { SavedTemplate } from './template-form.svelte.ts';

export interface FormatChoice {
  /** A name, `template:ID`, or `browserChoice`. */
  readonly value: string;
  readonly label: string;
  readonly group: string;
  readonly aliases: readonly string[];
}

export interface FormatGroup {
  readonly title: string;
  readonly choices: readonly FormatChoice[];
}

/** All anti-detect browsers. */
export const browserChoice = 'browser';

export const browsersOf = (formats: readonly ExportFormatInfo[]): readonly ExportFormatInfo[] =>
  formats.filter(({ group }) => group === browserGroup);

const maxRecent = 3;
const ownGroup = 'Your own';

/** Formats by group, templates last; [] until loaded. */
export function listFormats(
  formats: readonly ExportFormatInfo[],
  templates: readonly SavedTemplate[],
): readonly FormatChoice[] {
  if (formats.length === 0) return [];
  const browsers = browsersOf(formats);
  const others = formats.filter((format) => !browsers.includes(format) && format.name !== 'template');
  return [
    ...exportGroups.flatMap((group) =>
      others
        .filter((format) => format.group === group)
        .map(({ name, label, aliases }) => ({ value: name, label, group, aliases })),
    ),
    ...(browsers.length === 0
      ? []
      : [
          {
            value: browserChoice,
            label: 'Anti-detect browser',
            group: 'Proxy apps',
            aliases: browsers.flatMap(({ name, label, aliases }) => [label, name, ...aliases]),
          },
        ]),
    ...templates.map(({ id, name }) => ({
      value: `template:${id}`,
      label: name,
      group: ownGroup,
      aliases: [],
    })),
    { value: 'template', label: 'Template…', group: ownGroup, aliases: ['custom'] },
  ];
}

/**
 * Those with every word, in groups after the last three.
 *
 * @param recent last used first
 */
export function findFormats(
  choices: readonly FormatChoice[],
  text: string,
  recent: readonly string[],
): readonly FormatGroup[] {
  const found = choices.filter(({ value, label, group, aliases }) =>
    matchWords([label, value, group, ...aliases].join(' '), text.trim()),
  );
  const last = [...new Set(recent)]
    .flatMap((value) => choices.find((choice) => choice.value === value) ?? [])
    .slice(0, maxRecent)
    .filter((choice) => found.includes(choice));
  const others = found.filter((choice) => !last.includes(choice));
  const titles = [...new Set(others.map(({ group }) => group))];
  return [
    ...(last.length > 0 ? [{ title: 'Recent', choices: last }] : []),
    ...titles.map((title) => ({ title, choices: others.filter(({ group }) => group === title) })),
  ];
}

const maxQuick = 4;
const commonFormats = ['user:pass@host:port', 'host:port:user:pass', 'http', 'curl'];

/**
 * Last used, then common.
 *
 * @param recent last used first
 */
export const pickQuickFormats = (
  choices: readonly FormatChoice[],
  recent: readonly string[],
): readonly FormatChoice[] =>
  [...new Set([...recent, ...commonFormats])]
    .flatMap((value) => choices.find((choice) => choice.value === value) ?? [])
    .slice(0, maxQuick);

export const isNamed = ({ value, label, aliases }: FormatChoice, text: string): boolean =>
  [value, label, ...aliases].some((name) => name.toLowerCase() === text.trim().toLowerCase());

export function describeFormat(format: ExportFormatInfo): string {
  const { extension, hasCredentials, hasIpv6, forbidden, maxProxies, protocol } = format;
  return [
    `.${extension} file`,
    protocol === null ? null : protocol === 'http' ? 'HTTP only' : 'SOCKS5 only',
    hasCredentials ? null : 'no credentials',
    hasIpv6 ? null : 'no IPv6',
    maxProxies === null ? null : maxProxies === 1 ? 'one proxy' : `at most ${maxProxies} proxies`,
    forbidden === null ? null : `credentials cannot contain ${forbidden.replace(/^one of /, '')}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
