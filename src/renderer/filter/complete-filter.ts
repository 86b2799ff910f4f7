import type { AccountState } from '../account/account-state.svelte.ts';
import { openView } from '../account/list-look.ts';
import type { Complete, OfferedSuggestion } from '../kit/completion.svelte.ts';

const mostViews = 5;

/**
 * Suggests how to continue the filter of the current list. An empty filter also offers recent
 * filters and saved views; undefined: no suggestions, whatever the reason.
 */
export async function completeFilter(
  account: AccountState,
  ...[text, caret]: Parameters<Complete>
): ReturnType<Complete> {
  const { list, recentFilters, savedViews } = account;
  const completion = await account.complete(text, caret);
  if (completion === undefined || list === null || text.trim() !== '') return completion;
  const recent = recentFilters.of(list.name).map((insert) => ({
    insert,
    label: 'Recent filter',
    count: null,
  }));
  const views: OfferedSuggestion[] = savedViews.all
    .filter((view) => view.list === list.name && view.where !== '')
    .slice(0, mostViews)
    .map((view) => ({
      insert: view.where,
      label: `Saved view ${view.name}`,
      count: null,
      open() {
        openView(account, view);
      },
    }));
  return { ...completion, suggestions: [...recent, ...views, ...completion.suggestions] };
}
