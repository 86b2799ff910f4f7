import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashLayouts, layoutOf, layoutsFile, pictureFolder } from '../../scripts/pictures.mjs';
import { root } from '../../scripts/steps.mjs';
import { viewNames } from '../../src/shared/views.ts';

const again = 'npm run screenshots';

test.each(viewNames)('the view %s has a picture in both themes', (view) => {
  for (const theme of ['light', 'dark']) {
    const name = `${view}-${theme}.png`;
    expect(existsSync(join(pictureFolder, name)), `${name}: ${again}`).toBe(true);
  }
});

test('the pictures show the layout that each view has now', () => {
  const shown = JSON.parse(readFileSync(layoutsFile, 'utf8')) as unknown;
  expect(shown, again).toEqual(hashLayouts());
});

test('the layouts of all views of the window are found', () => {
  expect(Object.keys(hashLayouts()).sort()).toEqual([...viewNames].sort());
});

test('every picture of README and docs is there', () => {
  const pages = [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const used = pages.flatMap((page) => readFileSync(join(root, page), 'utf8').match(/[\w-]+\.png/g) ?? []);
  expect(used).not.toEqual([]);
  expect(used.filter((name) => !existsSync(join(pictureFolder, name)))).toEqual([]);
});

const component = `<script lang="ts">
  let { rows }: { rows: number } = $props();
</script>

<!-- Why. -->
<section class="list" aria-label="Rows">
  {#if rows > 3}
    <Table {rows} onclick={() => open()} />
  {:else}
    <p class="few">Few rows</p>
  {/if}
</section>

<style>
  .few {
    color: var(--muted); /* Read second. */
  }
</style>
`;

test.each([
  ['the script', 'rows: number }', 'rows: number; more?: number }'],
  ['a condition', 'rows > 3', 'rows >= 4'],
  ['a handler', 'open()', 'openAll()'],
  ['a text', 'Few rows', 'Only a few rows'],
  ['a comment', 'Why.', 'Because.'],
  ['a comment of the style', 'Read second.', 'Is read second.'],
  ['the space in the style', 'color: var', 'color:   var'],
])('a change of %s is not one of the layout', (_, before, after) => {
  expect(component).toContain(before);
  expect(layoutOf(component.replace(before, after))).toBe(layoutOf(component));
});

test.each([
  ['an element', '<p class="few">Few rows</p>', '<p class="few">Few rows</p><hr />'],
  ['a component', '<Table ', '<Chart '],
  ['a class', 'class="list"', 'class="list wide"'],
  ['a style', 'var(--muted)', 'var(--text)'],
  ['a branch', '{:else}', '{:else if rows > 1}'],
])('a change of %s is one of the layout', (_, before, after) => {
  expect(component).toContain(before);
  expect(layoutOf(component.replace(before, after))).not.toBe(layoutOf(component));
});
