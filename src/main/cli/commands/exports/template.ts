import { fail } from '../../../../shared/failure.ts';
import { templateFilters } from '../../../../shared/exports/template-filter.ts';
import { templateFields } from '../../../../shared/exports/template.ts';
import {
  findTemplate,
  listTemplates,
  saveTemplate,
} from '../../../exports/presets/saved-templates.ts';
import { defineCommand } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { refuseWords } from '../../output.ts';

const usage = 'template list | save NAME TEXT | remove NAME | fields';

/** `template`: the user's own export formats, saved by name. */
export const templateCommand = defineCommand({
  usage,
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
      output.line(
        `Saved the template ${saved.name}. Use it with: export --template-name "${saved.name}"`,
      );
      return exitCodes.done;
    }
    if (action === 'remove' && name !== undefined && text === undefined) {
      const template = findTemplate(store, name);
      store.saved.remove('template', template.id);
      output.json({ removed: template.name });
      output.line(`Removed the template ${template.name}.`);
      return exitCodes.done;
    }
    throw fail('invalid-input', `Usage: ${usage}`);
  },
});
