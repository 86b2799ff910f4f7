import { findTyped } from '../../shared/filter/query-edit.ts';
import type { ListName } from '../../shared/lists.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { openView } from '../account/saved/list-look.ts';
import type { Complete, OfferedSuggestion } from '../kit/combobox/completion.svelte.ts';

const maxViews = 5;

/** Daily needs that are hard to remember. */
const commonFilters: { readonly [L in ListName]?: readonly OfferedSuggestion[] } = {
  proxies: [
    { insert: 'failed:<24h', label: 'Failed in the last 24 hours', count: null },
    { insert: 'last:never', label: 'Never tested', count: null },
    { insert: 'online:no', label: 'Offline', count: null },
  ],
  services: [{ insert: 'renews:no', label: 'Does not renew automatically', count: null }],
};

/**
 * Suggests continuations. An empty filter also gets recent filters, saved views and common filters; between terms,
 * unused common ones; a text, saved views by name. Undefined: none.
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
    // Only a continuation is preselected.
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
