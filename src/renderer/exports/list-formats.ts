import { browserGroup, exportGroups, type ExportFormatInfo } from '../../shared/exports/export.ts';
import { matchWords } from '../kit/match-words.ts';
import type { SavedTemplate } from './template-form.svelte.ts';

/** A format to choose, or a saved template. */
export interface FormatChoice {
  /** The name of the format; `template:ID` for a saved template, `browserChoice` for the formats of browsers. */
  readonly value: string;
  readonly label: string;
  readonly group: string;
  /** Other names that find it. */
  readonly aliases: readonly string[];
}

export interface FormatGroup {
  readonly title: string;
  readonly choices: readonly FormatChoice[];
}

/** Stands for the formats of all anti-detect browsers. */
export const browserChoice = 'browser';

/** The formats of anti-detect browsers. */
export const browsersOf = (formats: readonly ExportFormatInfo[]): readonly ExportFormatInfo[] =>
  formats.filter(({ group }) => group === browserGroup);

const maxRecent = 3;
const ownGroup = 'Your own';

/** All formats in the order of their groups, then the user's own templates; none before the formats are loaded. */
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
 * The formats that contain every word of a text, in groups. The last three used are at the top.
 *
 * @param recent values of the formats, the last used first
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
/** The formats that most tools read. */
const commonFormats = ['user:pass@host:port', 'host:port:user:pass', 'http', 'curl'];

/**
 * A few formats to choose with one click: those used last, filled up with common ones.
 *
 * @param recent values of the formats, the last used first
 */
export const pickQuickFormats = (
  choices: readonly FormatChoice[],
  recent: readonly string[],
): readonly FormatChoice[] =>
  [...new Set([...recent, ...commonFormats])]
    .flatMap((value) => choices.find((choice) => choice.value === value) ?? [])
    .slice(0, maxQuick);

/** Whether a text is one of the names of a format. */
export const isNamed = ({ value, label, aliases }: FormatChoice, text: string): boolean =>
  [value, label, ...aliases].some((name) => name.toLowerCase() === text.trim().toLowerCase());

/** What a format supports, in a line. */
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
