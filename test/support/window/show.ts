import { mount, unmount, type Component } from 'svelte';
import { onTestFinished } from 'vitest';
import { locators, page, type Locator } from 'vitest/browser';
import type { Host } from '../../../src/renderer/kit/host.ts';
import { Panes } from '../../../src/renderer/kit/pane/panes.svelte.ts';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import '../../../src/renderer/styles/fonts.css';
import '../../../src/renderer/styles/tokens.css';
import '../../../src/renderer/styles/base.css';
import '../../../src/renderer/styles/controls.css';
import '../../../src/renderer/styles/forced-colors.css';
import Stage from './Stage.svelte';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** What has no role or name that tells it from others. */
    getBySelector(css: string): Locator;
  }
}
locators.extend({ getBySelector: (css) => `css=${css}` });

/** What a component did to the window around it. */
export interface Shown {
  readonly host: Host;
  /** What was copied, each with its name. */
  readonly copied: readonly (readonly [text: string, name: string])[];
  /** Ends it before the test does. */
  readonly close: () => Promise<void>;
}

/** Shows a component as the window does, in a viewport of a size, until the test ends. */
export async function show<Props extends Record<string, unknown>>(
  component: Component<Props>,
  props: Props,
  size: { readonly width: number; readonly height: number } = { width: 1280, height: 720 },
): Promise<Shown> {
  await page.viewport(size.width, size.height);
  const copied: (readonly [string, string])[] = [];
  const host: Host = {
    toasts: new Toasts(),
    panes: new Panes(),
    copyText(text, name) {
      copied.push([text, name]);
      return Promise.resolve();
    },
    saveText: () => Promise.resolve(),
    hasDetails: false,
    showDetails: () => undefined,
    hideDetails: () => undefined,
    offerRows: () => () => undefined,
    notifyFailure(error) {
      throw error;
    },
    restart: () => undefined,
  };
  const target = document.createElement('div');
  target.id = 'app';
  document.body.append(target);
  // Widths depend on the fonts.
  await Promise.all([...document.fonts].map((font) => font.load()));
  // It gets exactly these properties.
  const asShown = component as Component<Record<string, unknown>>;
  const shown = mount(Stage, { target, props: { host, shown: asShown, props } });
  const close = async (): Promise<void> => {
    if (!target.isConnected) return;
    target.remove();
    await unmount(shown);
  };
  onTestFinished(close);
  return { host, copied, close };
}
