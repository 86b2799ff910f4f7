import { fail } from '../../../shared/failure.ts';
import { type Edit, type Tag, type TagColor, tagColors } from '../../../shared/tag.ts';
import type { Store } from '../../store/index.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import type { Rows } from '../../../shared/rows.ts';
import { isSameName } from '../../../shared/saved.ts';
import type { OptionValues } from '../arguments.ts';
import { type CommandContext, type ExitCode, defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import { refuseWords } from '../output.ts';

const selectRowsOptions = optionsOf('where', 'services');

/**
 * `--where ""` is all, without it none.
 *
 * @throws FailureError `invalid-input`
 */
function selectRows(options: OptionValues<typeof selectRowsOptions>): Rows {
  const list = options.services ? 'services' : 'proxies';
  const { where } = options;
  if (where === undefined) {
    throw fail('invalid-input', `Select ${list} with --where QUERY, or all of them with --where "".`);
  }
  readQuery(where, list);
  return { list, kind: 'query', where };
}

const tagUsage =
  'tag add|remove NAME --where QUERY [--services] | list | rename NAME TO | color NAME COLOR | delete NAME';

/** Needs no network and no key. */
export const tagCommand = defineCommand({
  usage: tagUsage,
  summary: 'Tag proxies and services by a filter, and manage the tags.',
  example: "tag add burnt --where 'success:<80'",
  options: selectRowsOptions,
  async run({ session, output }, [action, name, value, ...rest], options) {
    refuseWords(rest);
    const { store } = session();
    if (action === 'list' && name === undefined) {
      const tags = store.tags.list();
      output.json(tags);
      const rows = tags.map((tag) => [tag.name, tag.color, tag.proxyCount, tag.serviceCount]);
      await output.table(['name', 'color', 'proxies', 'services'], rows);
      return exitCodes.done;
    }
    if (action === undefined || name === undefined) throw wrongUsage();
    if ((action === 'add' || action === 'remove') && value === undefined) {
      const rows = selectRows(options);
      const names = [name];
      const change = action === 'add' ? { add: names, remove: [] } : { add: [], remove: names };
      if (action === 'remove') findTag(store, name);
      return printEdit(output, store.tags.change(rows, change));
    }
    if (action === 'rename' && value !== undefined) {
      return printEdit(output, store.tags.put({ id: findTag(store, name).id, name: value }));
    }
    if ((action === 'color' || action === 'colour') && value !== undefined) {
      const color = readColor(value);
      return printEdit(output, store.tags.put({ id: findTag(store, name).id, color }));
    }
    if (action === 'delete' && value === undefined) {
      return printEdit(output, store.tags.remove(findTag(store, name).id));
    }
    throw wrongUsage();
  },
});

const wrongUsage = (): Error => fail('invalid-input', `Usage: ${tagUsage}`);

function printEdit(output: CommandContext['output'], edit: Edit): ExitCode {
  output.json({ done: edit.label, changed: edit.changed });
  output.line(edit.id === null ? 'Nothing changed.' : edit.label);
  return exitCodes.done;
}

function findTag(store: Store, name: string): Tag {
  const tag = store.tags.list().find((known) => isSameName(known.name, name));
  if (tag) return tag;
  throw fail(
    'not-found',
    `The tag "${name}" does not exist. Nothing was changed. List the tags with: proxydeck tag list`,
  );
}

function readColor(text: string): TagColor {
  const color = tagColors.find((known) => known === text.toLowerCase());
  if (color) return color;
  throw fail('invalid-input', `Unknown color: "${text}". The colors are: ${tagColors.join(', ')}.`);
}

const noteUsage = 'note set TEXT --where QUERY [--services] | clear --where QUERY [--services]';

/** Needs no network and no key. */
export const noteCommand = defineCommand({
  usage: noteUsage,
  summary: 'Add notes to proxies and services by a filter.',
  example: "note set 'renew in May' --where country:US --services",
  options: selectRowsOptions,
  run({ session, output }, [action, text, ...rest], options) {
    refuseWords(rest);
    const isSet = action === 'set' && text !== undefined;
    if (!isSet && !(action === 'clear' && text === undefined)) {
      throw fail('invalid-input', `Usage: ${noteUsage}`);
    }
    const rows = selectRows(options);
    return Promise.resolve(printEdit(output, session().store.notes.put(rows, isSet ? text : null)));
  },
});
