import { fail } from '../../../../shared/failure.ts';
import { describePreset, findPreset, listPresets } from '../../../exports/presets/presets.ts';
import { defineCommand } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';

const usage = 'preset list | remove NAME | refresh NAME on|off';

/** `preset`: exports saved by name. */
export const presetCommand = defineCommand({
  usage,
  summary:
    'List export presets, remove one, or set whether its file is written again after every sync. Save one with: export ... --save-preset NAME',
  example: 'preset refresh daily on',
  options: {},
  async run({ session, output }, [action, name, state, ...rest]) {
    const { store } = session();
    if (action === 'list' && name === undefined) {
      const presets = listPresets(store).map((preset) => ({
        ...describePreset(preset),
        path: preset.target?.path ?? null,
      }));
      output.json(presets);
      const rows = presets.map(({ name: title, choices, file, path }) => [
        title,
        choices === null ? 'from another version' : (choices.proxyUserId ?? 'default users'),
        choices?.format ?? '',
        path ?? '',
        file?.isRefreshed === true ? 'after every sync' : '',
        file?.problem ?? '',
      ]);
      const headings = ['preset', 'proxy user', 'format', 'file', 'refreshed', 'problem'];
      await output.table(headings, rows);
      return exitCodes.done;
    }
    if (action === 'remove' && name !== undefined && state === undefined) {
      const preset = findPreset(store, name);
      store.saved.remove('export-preset', preset.id);
      output.json({ removed: preset.name });
      output.line(`Removed the preset ${preset.name}. Its file was not deleted.`);
      return exitCodes.done;
    }
    if (
      action === 'refresh' &&
      name !== undefined &&
      (state === 'on' || state === 'off') &&
      rest.length === 0
    ) {
      const preset = findPreset(store, name);
      if (preset.target === null) {
        throw fail(
          'invalid-input',
          `${preset.name} has no file yet. Export it: export --preset "${preset.name}" --output FILE.`,
        );
      }
      store.exportTargets.put(preset.id, { ...preset.target, isRefreshed: state === 'on' });
      output.json(describePreset(findPreset(store, name)));
      output.line(
        state === 'on'
          ? `The file of ${preset.name} is written again after every sync.`
          : `The file of ${preset.name} is no longer written after a sync.`,
      );
      return exitCodes.done;
    }
    throw fail('invalid-input', `Usage: ${usage}`);
  },
});
