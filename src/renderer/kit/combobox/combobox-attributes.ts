/** The option of a list that has this place among all options of the list. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/**
 * The attributes of a text field with a list of options, for `<input {...comboboxAttributes(…)}>`. The field keeps
 * the focus; a screen reader follows the active option.
 *
 * @param listId the ID of the `Options` below the field
 * @param active the place of the active option; -1: none is
 */
export function comboboxAttributes(listId: string, isOpen: boolean, active: number) {
  return {
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: false,
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-activedescendant': isOpen && active >= 0 ? optionId(listId, active) : undefined,
  } as const;
}
