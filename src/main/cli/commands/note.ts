import { fail } from '../../../shared/failure.ts';
import { chosenRows, chosenRowsOptions } from './selected-rows.ts';
import { defineCommand } from '../context.ts';
import { refuseWords } from '../output.ts';
import { say } from './tag.ts';

const usage = 'note set TEXT --where QUERY [--services] | clear --where QUERY [--services]';

/** `note`: the person's own notes on proxies and services; no network, no key. */
export const noteCommand = defineCommand({
  usage,
  summary: 'Note on proxies and services by a filter; "tag undo" takes the last change back.',
  options: chosenRowsOptions,
  run({ session, output }, [action, text, ...rest], options) {
    refuseWords(rest);
    const isSet = action === 'set' && text !== undefined;
    if (!isSet && !(action === 'clear' && text === undefined)) {
      throw fail('invalid-input', `Say what to do: ${usage}.`);
    }
    const { list, rows } = chosenRows(options);
    return Promise.resolve(say(output, session().store.notes.put(list, rows, isSet ? text : null)));
  },
});
