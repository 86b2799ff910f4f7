import { isSameName } from '../../shared/saved.ts';
import type { Annotations, Tag, TagChange, TagColor } from '../../shared/tag.ts';

type TagShareState = 'all' | 'some' | 'none';

interface TagChoice {
  readonly name: string;
  readonly color: TagColor;
  readonly state: TagShareState;
}

/** Known tags by name, then new ones, with their share. `wanted`: ticked or unticked. */
export function tagChoices(
  known: readonly Tag[],
  { tags, rowCount }: Pick<Annotations, 'tags' | 'rowCount'>,
  wanted: ReadonlyMap<string, boolean>,
): readonly TagChoice[] {
  const stateOf = (name: string): TagShareState => {
    const isWanted = wanted.get(name);
    if (isWanted !== undefined) return isWanted ? 'all' : 'none';
    const count = tags.find((share) => share.name === name)?.count ?? 0;
    if (count === 0) return 'none';
    return count === rowCount ? 'all' : 'some';
  };
  const names = new Set(known.map(({ name }) => name));
  return [
    ...known.map(({ name, color }) => ({ name, color, state: stateOf(name) })),
    ...[...wanted.keys()]
      .filter((name) => !names.has(name))
      .map((name) => ({ name, color: 'grey' as const, state: stateOf(name) })),
  ];
}

export function changeOf(wanted: ReadonlyMap<string, boolean>): TagChange {
  const names = (isWanted: boolean): string[] =>
    [...wanted].filter(([, value]) => value === isWanted).map(([name]) => name);
  return { add: names(true), remove: names(false) };
}

/** Cleans a name as the store does. */
export const cleanName = (typed: string): string => typed.trim().replace(/\s+/g, ' ');

/** The known name that differs in case only; otherwise as typed. */
export function knownName(choices: readonly { readonly name: string }[], typed: string): string {
  const wanted = cleanName(typed);
  return choices.find(({ name }) => isSameName(name, wanted))?.name ?? wanted;
}
