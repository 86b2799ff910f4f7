import { fail } from '../../../shared/failure.ts';
import type { SavedItem } from '../../../shared/saved.ts';
import type { Store } from '../../store/index.ts';
import { createTemplateFormat } from '../formats/template.ts';

/** A template that the user saved under a name. */
export interface SavedTemplate {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

const toTemplate = ({ id, name, content }: SavedItem): SavedTemplate => {
  const { text } = content;
  return { id, name, text: typeof text === 'string' ? text : '' };
};

/** The saved templates in their order. */
export const listTemplates = (store: Store): SavedTemplate[] => store.saved.list('template').map(toTemplate);

/**
 * Finds a template by its name, ignoring case.
 *
 * @throws FailureError `not-found`, listing the existing names
 */
export function findTemplate(store: Store, name: string): SavedTemplate {
  const templates = listTemplates(store);
  const found = templates.find((template) => template.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const names = templates.map((template) => template.name).join(', ');
  throw fail(
    'not-found',
    `The template "${name}" does not exist. ${names === '' ? 'No templates are saved.' : `The templates are: ${names}.`}`,
  );
}

/**
 * Saves a template under a name and replaces the one of that name.
 *
 * @throws FailureError `invalid-input` for a text that cannot be parsed; nothing is changed
 */
export function saveTemplate(store: Store, name: string, text: string): SavedTemplate {
  createTemplateFormat(text);
  const known = name.trim();
  if (known === '') throw fail('invalid-input', 'A template needs a name.');
  return toTemplate(store.saved.put({ kind: 'template', name: known, content: { text } }));
}
