import fuzzysort from 'fuzzysort';
import type { Command } from './commands.ts';

const mostFound = 40;
/** Of 1; lower, a few letters would match almost every title. */
const lowestScore = 0.3;
/** Other words that people use for a command, by the beginning of its ID. */
const synonyms: { readonly [prefix: string]: string } = {
  export: 'save download list file',
  test: 'check latency dead',
  sync: 'refresh update reload fetch',
  settings: 'preferences options configuration',
  'theme:': 'appearance color mode night',
  shortcuts: 'help keys keyboard hotkeys',
  'filter-reference': 'help search syntax',
  'focus-filter': 'search find',
  'view:usage': 'traffic data ledger',
  'view:users': 'credentials logins',
  'view:services': 'subscriptions orders billing',
  'view:catalog': 'buy products prices',
  'add-demo': 'example sample',
  inspector: 'details panel sidebar',
  facets: 'filters panel sidebar',
  'manage-tags': 'labels colors',
  tags: 'label',
  undo: 'revert',
};

const wordsOf = ({ id }: Command): string =>
  Object.entries(synonyms)
    .filter(([prefix]) => id === prefix || (prefix.endsWith(':') && id.startsWith(prefix)))
    .map(([, words]) => words)
    .join(' ');

/**
 * Finds commands by a part of their title or by a synonym, best first. Without a text: the
 * recent commands, then the others in their order, except those of single records.
 */
export function searchCommands(
  commands: readonly Command[],
  text: string,
  recentIds: readonly string[],
): readonly Command[] {
  const enabled = commands.filter(({ id, isEnabled }) => isEnabled && id !== 'palette');
  if (text.trim() === '') {
    const recent = recentIds.flatMap((id) => enabled.find((command) => command.id === id) ?? []);
    const others = enabled.filter(
      (command) => command.group === undefined && !recent.includes(command),
    );
    return [...recent, ...others];
  }
  const found = fuzzysort.go(text.trim(), enabled, {
    keys: [({ title }) => title, wordsOf],
    limit: mostFound,
    threshold: lowestScore,
  });
  return found.map(({ obj }) => obj);
}

const storageKey = 'recent-commands';
const mostRecent = 5;

/** The IDs of the commands that the palette ran last, newest first. */
export function readRecentIds(): readonly string[] {
  return (localStorage.getItem(storageKey) ?? '').split('\n').filter((id) => id !== '');
}

/** Remembers a command that the palette ran; those of single records carry names and are not kept. */
export function rememberCommand({ id, group }: Command): void {
  if (group !== undefined) return;
  const ids = [id, ...readRecentIds().filter((other) => other !== id)].slice(0, mostRecent);
  localStorage.setItem(storageKey, ids.join('\n'));
}
