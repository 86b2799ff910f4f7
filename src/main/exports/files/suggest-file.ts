import type { ExportChoices } from '../../../shared/exports/export.ts';
import type { SaveSuggestion } from '../../desktop.ts';
import { chooseFormat } from '../formats/index.ts';
import { findReplacedFiles } from './name-files.ts';
import { listUsers } from '../export-users.ts';
import { partUsers } from '../prepare.ts';

/**
 * What the save dialog suggests for an export.
 *
 * @param name without its extension
 * @throws FailureError `invalid-input` if the format is unknown
 */
export function suggestFile(name: string, choices: ExportChoices): SaveSuggestion {
  const { label, extension } = chooseFormat(choices);
  const parts = partUsers(choices);
  const users = parts.length > 1 ? listUsers(choices) : [];
  const isNumbered = choices.options?.proxiesPerFile !== undefined;
  return {
    name: `${name}.${extension}`,
    label,
    extension,
    replacesBesides: (path) => findReplacedFiles(path, users, isNumbered),
  };
}
