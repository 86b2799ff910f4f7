import { untrack } from 'svelte';
import { listNames, type ListName } from '../../../shared/lists.ts';
import { views, type View } from '../../../shared/views.ts';
import type { AppState } from '../app-state.svelte.ts';
import type { Lists } from '../lists.ts';
import type { TestRunsState } from '../test-runs.svelte.ts';

interface Shown {
  readonly app: AppState;
  readonly lists: Lists;
  readonly list: Lists[ListName] | null;
  readonly tests: TestRunsState;
  readonly openedCount: number;
}

interface Place extends Pick<AppState, 'usageKind' | 'catalogPart'> {
  readonly view: View;
  readonly runId: number | null;
  readonly filters: { readonly [L in ListName]: string };
  readonly activeId: string | null;
}

const maxPlaces = 50;

/** The way back through views, runs and clicked filters; typing changes the present place. */
export class History {
  readonly #account: Shown;
  #back = $state.raw<readonly Place[]>([]);
  #forward = $state.raw<readonly Place[]>([]);
  /** Null: not opened from another view. */
  cameFrom = $state<string | null>(null);
  #key = '';
  #present: Place;
  #openedCount = 0;

  constructor(account: Shown) {
    this.#account = account;
    this.#key = keyOf(account);
    this.#present = placeOf(account);
    this.#openedCount = account.openedCount;
  }

  get canGoBack(): boolean {
    return this.#back.length > 0;
  }
  get canGoForward(): boolean {
    return this.#forward.length > 0;
  }

  /** Call it in set-up. */
  follow(): void {
    $effect(() => {
      const key = keyOf(this.#account);
      const place = placeOf(this.#account);
      const { openedCount } = this.#account;
      untrack(() => {
        const { runId } = this.#present;
        const isOtherRun = runId !== null && place.runId !== null && place.runId !== runId;
        if (key !== this.#key || isOtherRun) {
          this.#back = [...this.#back, this.#present].slice(-maxPlaces);
          this.#forward = [];
          const isOpened = openedCount !== this.#openedCount && this.#present.view !== place.view;
          this.cameFrom = isOpened ? views[this.#present.view].title : null;
        }
        this.#key = key;
        this.#present = place;
        this.#openedCount = openedCount;
      });
    });
  }

  /** With its filters. */
  goBack(): void {
    const place = this.#back.at(-1);
    if (place === undefined) return;
    this.#forward = [...this.#forward, placeOf(this.#account)];
    this.#back = this.#back.slice(0, -1);
    this.#goTo(place);
  }

  goForward(): void {
    const place = this.#forward.at(-1);
    if (place === undefined) return;
    this.#back = [...this.#back, placeOf(this.#account)];
    this.#forward = this.#forward.slice(0, -1);
    this.#goTo(place);
  }

  #goTo(place: Place): void {
    const { app, lists, tests } = this.#account;
    app.view = place.view;
    app.usageKind = place.usageKind;
    app.catalogPart = place.catalogPart;
    if (place.runId !== null && place.runId !== tests.selectedId) tests.select(place.runId);
    const shown = views[place.view].list;
    for (const name of listNames) {
      const list = lists[name];
      if (list.leftText === place.filters[name]) continue;
      list.text = place.filters[name];
      const reloaded = list.grid.reload();
      const { activeId } = place;
      if (name === shown && activeId !== null) void reloaded.then(() => list.grid.show(activeId));
    }
    // Not opened from elsewhere, and not new.
    this.cameFrom = null;
    this.#key = keyOf(this.#account);
    this.#present = placeOf(this.#account);
  }
}

const runOf = ({ app, tests }: Shown): number | null => (app.view === 'tests' ? tests.selectedId : null);

/** Differs between places. */
function keyOf(account: Shown): string {
  const { app, list } = account;
  return [
    ...[app.view, app.usageKind, app.catalogPart],
    ...[list?.name, list?.replacedCount, account.openedCount],
  ].join(' ');
}

function placeOf(account: Shown): Place {
  const { app, lists, list } = account;
  const { view, usageKind, catalogPart } = app;
  // A type cannot follow each name through the entries.
  const filters = Object.fromEntries(listNames.map((name) => [name, lists[name].leftText])) as Place['filters'];
  const activeId = list?.grid.activeId ?? null;
  return { view, usageKind, catalogPart, runId: runOf(account), filters, activeId };
}
