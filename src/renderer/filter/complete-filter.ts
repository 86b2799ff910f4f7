import { findTyped } from '../../shared/filter/query-edit.ts';
import type { ListName } from '../../shared/lists.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { openView } from '../account/saved/list-look.ts';
import type { Complete, OfferedSuggestion } from '../kit/combobox/completion.svelte.ts';

const maxViews = 5;

/** Filters that people need daily and would have to look up. */
const commonFilters: { readonly [L in ListName]?: readonly OfferedSuggestion[] } = {
  proxies: [
    { insert: 'failed:<24h', label: 'Failed in the last 24 hours', count: null },
    { insert: 'last:never', label: 'Never tested', count: null },
    { insert: 'online:no', label: 'Offline', count: null },
  ],
  services: [{ insert: 'renews:no', label: 'Does not renew automatically', count: null }],
};

/**
 * Suggests how to continue the filter of the current list. An empty filter also offers recent
 * filters, saved views and common filters; between terms it offers common filters that it does
 * not have; a text offers the saved views with such a name.
 * Undefined: no suggestions, whatever the reason.
 */
export async function completeFilter(
  account: AccountState,
  ...[text, caret]: Parameters<Complete>
): ReturnType<Complete> {
  const { list, recentFilters, savedViews } = account;
  const completion = await account.complete(text, caret);
  if (completion === undefined || list === null) return completion;
  const typed = text.trim().toLowerCase();
  const part = findTyped(text, caret);
  const common = (commonFilters[list.name] ?? []).filter(({ insert }) => !text.includes(insert));
  if (typed !== '' && part.termStart === part.termEnd) {
    return { ...completion, suggestions: [...common, ...completion.suggestions] };
  }
  const views: OfferedSuggestion[] = savedViews.all
    .filter(({ name, ...view }) => {
      const isMatch = typed === '' || name.toLowerCase().includes(typed);
      return view.list === list.name && view.where !== '' && isMatch;
    })
    .slice(0, maxViews)
    .map((view) => ({
      insert: view.where,
      label: `Saved view ${view.name}`,
      count: null,
      open() {
        openView(account, view);
      },
    }));
  if (typed !== '') {
    const suggestions = [...completion.suggestions, ...views];
    // Only what continues the filter is selected before the user selects it.
    const isFirstPreselected = completion.isFirstPreselected === true && completion.suggestions.length > 0;
    return { ...completion, suggestions, isFirstPreselected };
  }
  const recent = recentFilters.of(list.name).map((insert) => ({
    insert,
    label: 'Recent filter',
    count: null,
  }));
  const isNew = ({ insert }: OfferedSuggestion): boolean => !recent.some((filter) => filter.insert === insert);
  return {
    ...completion,
    suggestions: [...recent, ...views, ...common.filter(isNew), ...completion.suggestions],
  };
}
