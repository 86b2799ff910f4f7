// @ts-check
/**
 * `npm run icons`: makes every icon file from `resources/icon.svg` in the
 * installed Chromium. The files are committed, so packaging needs no browser.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium, root } from './steps.mjs';

const resources = join(root, 'resources');
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];
/** The chunk types of an icns file that hold PNG, by size in pixels; the second one is for scale 2. */
const appleTypes = /** @type {const} */ ({
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
});
/** Apple's icons leave a margin around the rounded square: 824 of 1024 pixels are filled. */
const appleScale = 824 / 1024;

const svg = readFileSync(join(resources, 'icon.svg'), 'utf8');
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium or Chrome is installed.');
const browser = await chromium.launch({
  executablePath,
  // Chromium's sandbox refuses to run as root.
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await browser.newPage();

mkdirSync(join(resources, 'icons'), { recursive: true });
for (const size of linuxSizes) {
  writeFileSync(join(resources, 'icons', `${size}x${size}.png`), await render(size));
}
writeFileSync(join(resources, 'icon.ico'), await makeIco());
writeFileSync(join(resources, 'icon.icns'), await makeIcns());
await browser.close();

/**
 * @param {number} size in pixels
 * @param {number} [scale] the part of the picture that the drawing fills
 * @returns {Promise<Buffer>} a PNG with transparent corners
 */
async function render(size, scale = 1) {
  await page.setViewportSize({ width: size, height: size });
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const side = size * scale;
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:${size}px">` +
      `<img src="${source}" width="${side}" height="${side}" style="display:block">`,
  );
  await page.locator('img').evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
  return page.screenshot({ omitBackground: true });
}

/** A header, one directory entry of 16 bytes per picture, then the PNG files themselves. */
async function makeIco() {
  const pictures = [];
  for (const size of windowsSizes) pictures.push({ size, png: await render(size) });
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // 256 is written as 0.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** `icns`, the length of the file, then chunks of a type, a length and a PNG file. */
async function makeIcns() {
  const chunks = [];
  for (const [size, types] of Object.entries(appleTypes)) {
    const png = await render(Number(size), appleScale);
    for (const type of types) chunks.push(chunk(type, png));
  }
  return chunk('icns', Buffer.concat(chunks));
}

/**
 * @param {string} type
 * @param {Buffer} content
 */
function chunk(type, content) {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}
