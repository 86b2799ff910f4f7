import type { Page } from '@playwright/test';

/** Waits until nothing moves: what runs for ever does not count. */
export async function untilStill(page: Page): Promise<void> {
  await afterNextFrame(page);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity,
      ),
  );
}

/** Waits until everything in sight has arrived, and nothing moves. */
export async function untilLoaded(page: Page): Promise<void> {
  await afterNextFrame(page);
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], [aria-rowcount="-1"], .skeleton') === null,
  );
  await untilStill(page);
}

/** What was pressed shows its effect in the next frame at the latest. */
const afterNextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            done();
          });
        });
      }),
  );
