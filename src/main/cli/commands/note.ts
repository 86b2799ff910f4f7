import { fail } from '../../../shared/failure.ts';
import { selectRows, selectRowsOptions } from './selected-rows.ts';
import { defineCommand } from '../context.ts';
import { refuseWords } from '../output.ts';
import { printEdit } from './tag.ts';

const usage = 'note set TEXT --where QUERY [--services] | clear --where QUERY [--services]';

/** `note`: the user's own notes on proxies and services; needs no network and no key. */
export const noteCommand = defineCommand({
  usage,
  summary: 'Add notes to proxies and services by a filter. "tag undo" undoes the last change.',
  example: "note set 'renew in May' --where country:US --services",
  options: selectRowsOptions,
  run({ session, output }, [action, text, ...rest], options) {
    refuseWords(rest);
    const isSet = action === 'set' && text !== undefined;
    if (!isSet && !(action === 'clear' && text === undefined)) {
      throw fail('invalid-input', `Usage: ${usage}`);
    }
    const rows = selectRows(options);
    return Promise.resolve(printEdit(output, session().store.notes.put(rows, isSet ? text : null)));
  },
});
