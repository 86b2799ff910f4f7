// @ts-check
/** `npm run screenshots`: takes all pictures of docs/screenshots again. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhereNeeded } from './build.mjs';
import { animate, pictureFolder, shrinkPicture, takenFolder } from './pictures.mjs';
import { setUp } from './setup.mjs';
import { appNode, run, toolScript } from './steps.mjs';

await setUp('tests');
if (!(await buildWhereNeeded())) process.exit(1);
rmSync(takenFolder, { recursive: true, force: true });
const code = await run(appNode, [toolScript('playwright'), 'test', '--project=screenshots']);
if (code !== 0 || !existsSync(takenFolder)) {
  console.error('The pictures could not be taken. Those of docs/screenshots are unchanged.');
  // Without Electron nothing ran.
  process.exit(code || 1);
}
/** @param {string} folder */
const picturesIn = (folder) => readdirSync(folder).filter((name) => name.endsWith('.png'));
const frames = join(takenFolder, 'frames');
const pictures = new Map(picturesIn(takenFolder).map((name) => [name, shrinkPicture(join(takenFolder, name))]));
pictures.set(
  'filter-export-test.png',
  animate(
    picturesIn(frames)
      .sort()
      .map((name) => join(frames, name)),
  ),
);
for (const name of picturesIn(pictureFolder)) rmSync(join(pictureFolder, name));
for (const [name, bytes] of pictures) {
  writeFileSync(join(pictureFolder, name), bytes);
  console.log(`${name}  ${String(Math.round(bytes.length / 1000))} kB`);
}
