import fuzzysort from 'fuzzysort';
import type { Command } from './command.ts';

const mostFound = 40;
/** Of 1; lower, a few letters would match almost every title. */
const lowestScore = 0.3;

/** Kinds of which there are many: they are listed only when searched for. */
const searchedOnly: readonly Command['group'][] = ['Proxy users', 'Services', 'Proxies', 'Settings'];
const isSearchedOnly = ({ group, isRare }: Command): boolean => isRare === true || searchedOnly.includes(group);

/**
 * Finds commands by a part of their title or by a synonym, best first. Actions on a record are
 * found as well, unless the record itself is. Without a text: the recent commands, then the
 * others in their order, except rare ones and those of single records.
 */
export function searchCommands(
  commands: readonly Command[],
  text: string,
  recentIds: readonly string[],
): readonly Command[] {
  const enabled = commands.filter(({ id, reason }) => reason == null && id !== 'palette');
  if (text.trim() === '') {
    const recent = recentIds.flatMap((id) => enabled.find((command) => command.id === id) ?? []);
    const others = enabled.filter((command) => !isSearchedOnly(command) && !recent.includes(command));
    return [...recent, ...others];
  }
  const all = enabled.flatMap((command) => [command, ...(command.actions ?? [])]);
  const found = fuzzysort.go(text.trim(), all, {
    keys: ['title', ({ words = '' }) => words],
    limit: mostFound,
    threshold: lowestScore,
  });
  const hits = found.map(({ obj }) => obj);
  const nested = new Set(hits.flatMap(({ actions }) => actions ?? []));
  return hits.filter((hit) => !nested.has(hit));
}

/** A line of the palette. */
interface PaletteRow {
  readonly command: Command;
  /** Whether it is an action on the record above it. */
  readonly isNested: boolean;
}

interface PaletteGroup {
  readonly title: string;
  readonly rows: readonly PaletteRow[];
}

/**
 * Groups commands for the palette; the group of the best match comes first.
 *
 * @param recentIds the commands to list under `Recent`
 * @param openId the record that shows its actions; null: none
 */
export function groupCommands(
  found: readonly Command[],
  recentIds: readonly string[],
  openId: string | null,
): readonly PaletteGroup[] {
  const titleOf = ({ id, group = 'Commands' }: Command): string => (recentIds.includes(id) ? 'Recent' : group);
  const titles = [...new Set(found.map(titleOf))];
  return titles.map((title) => ({
    title,
    rows: found
      .filter((command) => titleOf(command) === title)
      .flatMap((command) => [
        { command, isNested: false },
        ...(command.id === openId ? (command.actions ?? []) : []).map((one) => ({
          command: one,
          isNested: true,
        })),
      ]),
  }));
}

const storageKey = 'recent-commands';
const mostRecent = 5;

/** The IDs of the commands that the palette ran last, newest first. */
export function readRecentIds(): readonly string[] {
  return (localStorage.getItem(storageKey) ?? '').split('\n').filter((id) => id !== '');
}

/** Remembers a command that the palette ran, except those with a group: another account has others with the same IDs. */
export function rememberCommand({ id, group }: Command): void {
  if (group !== undefined) return;
  const ids = [id, ...readRecentIds().filter((other) => other !== id)].slice(0, mostRecent);
  localStorage.setItem(storageKey, ids.join('\n'));
}
