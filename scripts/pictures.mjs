// @ts-check
/** The pictures of the README and the docs: how small they become, and which layout they show. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'svelte/compiler';
import upng from 'upng-js';
import { root } from './steps.mjs';

export const pictureFolder = join(root, 'docs/screenshots');
/** Of each view, the hash of the layout that its pictures show. */
export const layoutsFile = join(pictureFolder, 'layouts.json');
/** The specs write pictures and frames here, so that a run that fails changes no picture. */
export const takenFolder = join(root, 'node_modules/.cache/pictures');

/** @param {string} file a PNG */
function readPixels(file) {
  const bytes = readFileSync(file);
  const picture = upng.decode(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const [pixels] = upng.toRGBA8(picture);
  if (pixels === undefined) throw new Error(`${file} has no picture.`);
  return { width: picture.width, height: picture.height, pixels };
}

/**
 * The same picture with 256 colors, about a third as large.
 *
 * @param {string} file a PNG
 */
export function shrinkPicture(file) {
  const { width, height, pixels } = readPixels(file);
  return Buffer.from(upng.encode([pixels], width, height, 256));
}

/**
 * One animated PNG of several pictures of the same size, which repeats.
 *
 * @param {readonly string[]} files PNG files in their order, each with its delay in milliseconds at the end: `01-800.png`
 */
export function animate(files) {
  const frames = files.map(readPixels);
  const delays = files.map((file) => Number(/-(\d+)\.png$/.exec(file)?.[1]));
  const [first] = frames;
  if (first === undefined || delays.some(Number.isNaN)) throw new Error('No frames, or no delays.');
  const pixels = frames.map((frame) => frame.pixels);
  return Buffer.from(upng.encode(pixels, first.width, first.height, 128, delays));
}

/**
 * The layout of a component: its styles, and the elements, components, branches and classes of its markup. Scripts,
 * expressions, handlers, texts and comments do not belong to it.
 *
 * @param {string} source of a Svelte file
 */
export function layoutOf(source) {
  /** @type {string[]} */
  const words = [];
  /** @param {unknown} node of the syntax tree */
  const visit = (node) => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const type = String(node.type);
    if (type === 'Attribute' && 'name' in node && 'value' in node) {
      if (node.name !== 'class' && node.name !== 'style') return;
      const parts = Array.isArray(node.value) ? node.value : [];
      for (const part of parts) if (part.type === 'Text') words.push(`${node.name}=${part.data}`);
      return;
    }
    if (type === 'Text' || type === 'Comment' || /Tag$|Directive$|SpreadAttribute/.test(type)) return;
    if (/Element$|Component$|Block$/.test(type)) {
      words.push('name' in node && typeof node.name === 'string' ? `${type} ${node.name}` : type);
    }
    // Whatever holds markup: the content of elements, and the branches of blocks.
    for (const [key, child] of Object.entries(node)) {
      if (
        [
          'attributes',
          'fragment',
          'nodes',
          'body',
          'consequent',
          'alternate',
          'fallback',
          'pending',
          'then',
          'catch',
        ].includes(key)
      )
        visit(child);
    }
  };
  const { css, fragment } = parse(source, { modern: true });
  visit(fragment);
  const styles =
    css === null
      ? ''
      : css.content.styles
          .replace(/\/\*.*?\*\//gs, '')
          .replace(/\s+/g, ' ')
          .trim();
  return `${words.join('\n')}\n${styles}`;
}

/**
 * Of each view of the window, the hash of the layouts of all components in its folder.
 *
 * @returns {Record<string, string>}
 */
export function hashLayouts() {
  const app = join(root, 'src/renderer/app');
  const table = readFileSync(join(app, 'views.ts'), 'utf8');
  const rows = [...table.matchAll(/^ {2}(\w+): \{\s*component: (\w+)/gm)];
  return Object.fromEntries(
    rows.map(([, view = '', component = '']) => {
      const path = new RegExp(`import ${component} from '(.+)'`).exec(table)?.[1];
      if (path === undefined) throw new Error(`${component} is not imported.`);
      return [view, hashFolder(dirname(join(app, path)))];
    }),
  );
}

/** @param {string} folder */
function hashFolder(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const layouts = names
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => layoutOf(readFileSync(join(folder, name), 'utf8')))
    .sort();
  return createHash('sha256').update(layouts.join('\0')).digest('hex').slice(0, 16);
}
