/**
 * What is measured inside the window. These functions are carried into the page as
 * text, so each may use its argument and the page only.
 */

/** What `installWatch` leaves on the page. */
export interface PageWatch {
  /** From the last keystroke in the filter to the frame that shows its rows; null: not yet. */
  paintedAfterMs: number | null;
  /** The same until their exact count is shown. */
  countedAfterMs: number | null;
  /** The same until the facets of these rows are shown. */
  facetsAfterMs: number | null;
  /** Starts to note frames. */
  startFrames(): void;
  /** How long each frame took since, and the longest time that a row in sight was blank. */
  stopFrames(): { readonly framesMs: readonly number[]; readonly longestBlankMs: number };
}

/** Puts `watch` on the page: a clock from keystroke to paint, and one of frames. */
export function installWatch(): void {
  const grid = (): Element | null => document.querySelector('[role=grid]');
  const facets = (): Element | null => document.querySelector('aside[aria-label=Filters]');
  let typedAtMs: number | null = null;
  let isPainted = true;
  let isCounted = true;
  let hasFacets = true;
  let noting: symbol | null = null;
  let framesMs: number[] = [];
  let blankSinceMs: number | null = null;
  let longestBlankMs = 0;
  let lastFrameMs: number | null = null;

  const afterPaint = (work: () => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = work;
      port2.postMessage(null);
    });
  };
  const isBlank = (): boolean => {
    const box = grid()?.getBoundingClientRect();
    // The headings stick to the top, over the rows.
    const head = grid()?.querySelector('[role=rowgroup]')?.getBoundingClientRect();
    return [...document.querySelectorAll('[role=grid] [role=row].blank')].some((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return box !== undefined && bottom > (head?.bottom ?? box.top) && top < box.bottom;
    });
  };
  const noteFrame = (own: symbol, nowMs: number): void => {
    if (noting !== own) return;
    if (lastFrameMs !== null) framesMs.push(nowMs - lastFrameMs);
    lastFrameMs = nowMs;
    if (isBlank()) {
      blankSinceMs ??= nowMs;
      longestBlankMs = Math.max(longestBlankMs, nowMs - blankSinceMs);
    } else if (blankSinceMs !== null) {
      longestBlankMs = Math.max(longestBlankMs, nowMs - blankSinceMs);
      blankSinceMs = null;
    }
    requestAnimationFrame((nextMs) => {
      noteFrame(own, nextMs);
    });
  };
  const watch: PageWatch = {
    paintedAfterMs: null,
    countedAfterMs: null,
    facetsAfterMs: null,
    startFrames() {
      const own = Symbol('frames');
      noting = own;
      framesMs = [];
      longestBlankMs = 0;
      blankSinceMs = null;
      lastFrameMs = null;
      requestAnimationFrame((nowMs) => {
        noteFrame(own, nowMs);
      });
    },
    stopFrames() {
      noting = null;
      return { framesMs, longestBlankMs };
    },
  };
  addEventListener(
    'input',
    (event) => {
      typedAtMs = event.timeStamp;
      watch.paintedAfterMs = null;
      watch.countedAfterMs = null;
      watch.facetsAfterMs = null;
      isPainted = false;
      isCounted = false;
      hasFacets = false;
    },
    true,
  );
  new MutationObserver(() => {
    const sinceMs = typedAtMs;
    if (sinceMs === null || grid()?.getAttribute('aria-busy') !== 'false') return;
    const isOver = grid()?.getAttribute('aria-rowcount') !== '-1';
    const isNewlyPainted = !isPainted;
    const isNewlyCounted = !isCounted && isOver;
    const areFacetsOver = facets()?.getAttribute('aria-busy') === 'false';
    // The frame that shows the rows is the first that asks for facets.
    const hasNewFacets = !hasFacets && isPainted && areFacetsOver;
    isPainted = true;
    isCounted ||= isOver;
    hasFacets ||= hasNewFacets;
    if (!isNewlyPainted && !isNewlyCounted && !hasNewFacets) return;
    afterPaint(() => {
      const tookMs = performance.now() - sinceMs;
      if (isNewlyPainted) watch.paintedAfterMs = tookMs;
      if (isNewlyCounted) watch.countedAfterMs = tookMs;
      if (hasNewFacets) watch.facetsAfterMs = tookMs;
    });
  }).observe(document.body, {
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-busy', 'aria-rowcount'],
  });
  Reflect.set(globalThis, 'watch', watch);
}

/** Drags the scroll bar of the table down and up again, a step a frame. */
export async function dragScrollBar(steps: number): Promise<void> {
  const grid = document.querySelector('[role=grid]');
  if (grid === null) return;
  const most = grid.scrollHeight - grid.clientHeight;
  for (let step = 0; step <= steps; step += 1) {
    const share = 1 - Math.abs(1 - (2 * step) / steps);
    grid.scrollTop = share * most;
    await new Promise((done) => requestAnimationFrame(done));
  }
}

/** Jumps to a share of the list, between 0 and 1; resolves with the time until its rows are painted. */
export async function jumpTo(share: number): Promise<number> {
  const grid = document.querySelector('[role=grid]');
  if (grid === null) throw new Error('The page shows no table.');
  const startedAtMs = performance.now();
  grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight);
  for (;;) {
    // Two frames: the first lays the new place out, the second has painted it.
    await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestAnimationFrame(done));
    if (grid.querySelector('[role=row].blank') === null) return performance.now() - startedAtMs;
  }
}

/** Whether every row in sight is there, and at least one is. */
export function areRowsShown(): boolean {
  const rows = document.querySelectorAll('[role=grid] [data-index]');
  return rows.length > 0 && document.querySelector('[role=grid] [role=row].blank') === null;
}
