// @ts-check
/**
 * `npm run icons`: makes every icon file from `resources/icon.svg`, and those of the tray, in the
 * installed Chromium. The files are committed, so packaging needs no browser.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { icons } from '../src/renderer/kit/icons.ts';
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

/** Of a panel at scale 1 and 2. */
const traySizes = [16, 32];
/** Colors for each kind of panel; of a template, macOS uses the shape alone. */
const trayLooks = {
  'light-panel': { line: '#1b1f22', on: '#15803d', problem: '#d1283b' },
  'dark-panel': { line: '#f2f4f5', on: '#3fbf6f', problem: '#ff6b70' },
  template: { line: '#000', on: '#000', problem: '#000' },
};
/** The badge of each state, at the lower right of 16 units. */
const trayBadges = {
  idle: '',
  on: '<circle cx="12.2" cy="12.2" r="3.3"/>',
  problem: '<path d="M12.2 8.6l3.7 6.9H8.500z"/>',
};

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
mkdirSync(join(resources, 'tray'), { recursive: true });
for (const [look, colors] of Object.entries(trayLooks)) {
  for (const [state, badge] of Object.entries(trayBadges)) {
    const color = state === 'idle' ? '' : colors[/** @type {'on' | 'problem'} */ (state)];
    for (const size of traySizes) {
      const picture = await render(size, 1, drawTray(colors.line, badge, color));
      writeFileSync(join(resources, 'tray', `${look}-${state}-${size}.png`), picture);
    }
  }
}
await browser.close();

/**
 * The gateway's icon with the badge of a state, around which the lines end.
 *
 * @param {string} line the color of the lines
 * @param {string} badge
 * @param {string} color of the badge
 */
function drawTray(line, badge, color) {
  const gap = badge.replace('/>', ' fill="#000" stroke="#000" stroke-width="2"/>');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
    <mask id="m"><rect width="16" height="16" fill="#fff"/>${gap}</mask>
    <path d="${icons.gateway}" fill="none" stroke="${line}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" mask="url(#m)"/>
    <g fill="${color}">${badge}</g></svg>`;
}

/**
 * @param {number} size in pixels
 * @param {number} [scale] the part of the picture that the drawing fills
 * @param {string} [drawing] an SVG file
 * @returns {Promise<Buffer>} a PNG with transparent corners
 */
async function render(size, scale = 1, drawing = svg) {
  await page.setViewportSize({ width: size, height: size });
  const source = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
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
