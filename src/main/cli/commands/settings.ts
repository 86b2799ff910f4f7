import { ownValue } from '../../../shared/own-value.ts';
import { fail } from '../../../shared/failure.ts';
import type { JsonValue } from '../../../shared/json.ts';
import { accountSettingRows, settingRows, type Setting } from '../../../shared/settings.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { formatCell } from '../output.ts';

const usage = 'settings [list] | get NAME | set NAME VALUE... | reset NAME';

const rows = new Map<string, Setting>(Object.entries({ ...settingRows, ...accountSettingRows }));

export const settingsCommand = defineCommand({
  usage,
  summary: 'Show and change settings.',
  example: 'settings set syncIntervalMinutes 15',
  options: {},
  async run({ app, output, session }, [action = 'list', name, ...values]) {
    const { handlers, accounts } = app;
    const hasAccount = accounts.list().length > 0;
    const read = async (): Promise<{ readonly [name: string]: JsonValue }> => ({
      ...(await handlers['settings:get'](undefined)),
      ...(hasAccount ? session().store.settings.get() : {}),
    });
    const rowOf = (wanted: string | undefined): readonly [string, Setting] => {
      const row = wanted === undefined ? undefined : rows.get(wanted);
      if (wanted !== undefined && row !== undefined) return [wanted, row];
      throw fail('invalid-input', `Unknown setting. The settings are: ${[...rows.keys()].join(', ')}.`);
    };
    const save = async (changed: string, value: JsonValue): Promise<void> => {
      if (Object.hasOwn(settingRows, changed)) {
        await handlers['settings:set']({ [changed]: value });
      } else {
        const { id: accountId } = session().account;
        await handlers['settings:set-account']({ accountId, changes: { [changed]: value } });
      }
      output.json({ [changed]: value });
      output.line(`${changed}: ${describe(value)}`);
    };
    switch (action) {
      case 'list': {
        const found = await read();
        output.json(found);
        const shownRows = Object.entries(found).filter(([, value]) => value !== null);
        await output.table(
          ['name', 'value', 'meaning'],
          shownRows.map(([shown, value]) => [shown, describe(value), rowOf(shown)[1].label]),
        );
        return exitCodes.done;
      }
      case 'get': {
        const [shown] = rowOf(name);
        const value = ownValue(await read(), shown) ?? null;
        output.json({ [shown]: value });
        output.line(describe(value));
        return exitCodes.done;
      }
      case 'set': {
        const [changed, row] = rowOf(name);
        await save(changed, readValue(changed, row, values));
        return exitCodes.done;
      }
      case 'reset': {
        const [changed, row] = rowOf(name);
        await save(changed, row.initial);
        return exitCodes.done;
      }
      default:
        throw fail('invalid-input', `Usage: ${usage}`);
    }
  },
});

const describe = (value: JsonValue): string =>
  Array.isArray(value) ? value.map(formatCell).join(' ') : formatCell(value);

const switchWords = new Map([
  ['on', true],
  ['yes', true],
  ['true', true],
  ['off', false],
  ['no', false],
  ['false', false],
]);

function readValue(name: string, { accepts, control }: Setting, words: readonly string[]): JsonValue {
  const [word = ''] = words;
  const isList = control.kind === 'lines' || control.kind === 'several';
  const known = control.kind === 'one' ? control.options.map(([value]) => value) : [];
  const value = isList
    ? words
    : control.kind === 'switch'
      ? switchWords.get(word)
      : control.kind === 'one'
        ? known.find((option) => String(option) === word)
        : word;
  if (accepts(value) && (isList || words.length === 1)) return value;
  const takes =
    control.kind === 'one' || control.kind === 'several'
      ? `one of ${control.options.map(([option]) => String(option)).join(', ')}`
      : control.kind === 'switch'
        ? 'on or off'
        : control.kind === 'lines'
          ? 'URLs'
          : control.kind === 'amount'
            ? 'a number such as 1.50'
            : 'one value';
  throw fail('invalid-input', `${name} takes ${takes}. Nothing was changed.`);
}
