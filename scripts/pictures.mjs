// @ts-check
/** The pictures of the README and the docs: how small they become. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import upng from 'upng-js';
import { root } from './steps.mjs';

export const pictureFolder = join(root, 'docs/screenshots');
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
