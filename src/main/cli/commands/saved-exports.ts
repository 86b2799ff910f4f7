import { templateFields, templateFilters } from '../../../shared/exports/template.ts';
import { fail } from '../../../shared/failure.ts';
import {
  describePreset,
  findPreset,
  listPresets,
  findTemplate,
  listTemplates,
  saveTemplate,
} from '../../exports/presets/presets.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { refuseWords } from '../output.ts';

const presetUsage =
  'preset list | remove NAME | refresh NAME on|off | serve NAME on|off | address NAME | new-token NAME';

export const presetCommand = defineCommand({
  usage: presetUsage,
  summary:
    'List export presets, remove one, set whether its file is written again after every sync, or whether the gateway serves its text at a local address, print that address with its token, or replace the token. Save one with: export ... --save-preset NAME',
  example: 'preset refresh daily on',
  options: {},
  async run({ app, session, output }, [action, name, state, ...rest]) {
    const { store, account } = session();
    if (action === 'list' && name === undefined) {
      const presets = listPresets(store).map((preset) => ({
        ...describePreset(preset),
        path: preset.target?.path ?? null,
      }));
      output.json(presets);
      const rows = presets.map(({ name: title, choices, file, isServed, path }) => [
        title,
        choices === null ? 'from another version' : (choices.proxyUserId ?? 'default users'),
        choices?.format ?? '',
        path ?? '',
        file?.isRefreshed === true ? 'after every sync' : '',
        isServed ? 'served' : '',
        file?.problem ?? '',
      ]);
      const headings = ['preset', 'proxy user', 'format', 'file', 'refreshed', 'address', 'problem'];
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
    if (action === 'refresh' && name !== undefined && (state === 'on' || state === 'off') && rest.length === 0) {
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
    if (action === 'serve' && name !== undefined && (state === 'on' || state === 'off') && rest.length === 0) {
      const preset = findPreset(store, name);
      const lists = app.listsOf(account.id);
      await lists.serve(preset.id, state === 'on');
      if (state === 'on') {
        const address = await lists.address(preset.id);
        output.json({ served: preset.name, address });
        output.line(address);
        output.message('Programs of this computer get the list there while the gateway is on.');
      } else {
        output.json({ served: null, address: null });
        output.line(`${preset.name} has no local address any longer.`);
      }
      return exitCodes.done;
    }
    if ((action === 'address' || action === 'new-token') && name !== undefined && state === undefined) {
      const preset = findPreset(store, name);
      const lists = app.listsOf(account.id);
      if (action === 'new-token') await lists.renewToken(preset.id);
      const address = await lists.address(preset.id);
      output.json({ served: preset.name, address });
      output.line(address);
      return exitCodes.done;
    }
    throw fail('invalid-input', `Usage: ${presetUsage}`);
  },
});

const templateUsage = 'template list | save NAME TEXT | remove NAME | fields';

export const templateCommand = defineCommand({
  usage: templateUsage,
  summary: 'Save your own export lines by name, such as "{host}:{port} {country}".',
  example: "template save mine '{host}:{port} {country}'",
  options: {},
  async run({ session, output }, [action, name, text, ...rest]) {
    refuseWords(rest);
    if (action === 'fields') {
      const filters = Object.entries(templateFilters).map(([filter, { label }]) => [filter, label]);
      output.json({ fields: templateFields, filters: Object.fromEntries(filters) as object });
      const rows = [
        ...Object.entries(templateFields),
        ...filters.map(([filter, label]) => [`|${filter ?? ''}`, label ?? '']),
      ];
      await output.table(['name', 'meaning'], rows);
      return exitCodes.done;
    }
    const { store } = session();
    if (action === 'list' && name === undefined) {
      const templates = listTemplates(store);
      output.json(templates.map((template) => ({ name: template.name, text: template.text })));
      const rows = templates.map((template) => [template.name, template.text]);
      await output.table(['name', 'text'], rows);
      return exitCodes.done;
    }
    if (action === 'save' && name !== undefined && text !== undefined) {
      const saved = saveTemplate(store, name, text);
      output.json({ saved: saved.name, text: saved.text });
      output.line(`Saved the template ${saved.name}. Use it with: export --template-name "${saved.name}"`);
      return exitCodes.done;
    }
    if (action === 'remove' && name !== undefined && text === undefined) {
      const template = findTemplate(store, name);
      store.saved.remove('template', template.id);
      output.json({ removed: template.name });
      output.line(`Removed the template ${template.name}.`);
      return exitCodes.done;
    }
    throw fail('invalid-input', `Usage: ${templateUsage}`);
  },
});
