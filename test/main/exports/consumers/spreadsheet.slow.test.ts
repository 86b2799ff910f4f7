import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFormat } from '../../../../src/main/exports/formats/index.ts';
import { easyRow, writeDocument } from '../../../support/export-rows.ts';
import { needs } from '../../../support/needs.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { createRandom } from '../../../support/random.ts';

/** Made-up passwords of what spreadsheets calculate or take for something else; the same in every run. */
function* makeCalculatedTexts(count: number): Generator<string> {
  const pieces = [
    ...['=', '+', '-', '@', "'", '1', '0', '07', '２', '.', ':', '/', ',', ' ', '%', '$', '€', '"'],
    ...['e', 'E5', 'jan', 'March', 'pm', 'TRUE', 'false', '(', ')', '#N/A', 'a', 'é', '½', 'SUM(1)'],
  ];
  const random = createRandom(7);
  for (let index = 0; index < count; index += 1) {
    let text = '';
    for (let step = 0; step <= index % 4; step += 1) {
      text += pieces[random(pieces.length)] ?? '';
    }
    yield text;
  }
}

test('Gnumeric changes none of 2,000 passwords that look like formulas, numbers and dates', () => {
  needs('gnumeric');
  const format = findFormat('spreadsheet-csv');
  const rows = [...makeCalculatedTexts(2000)]
    .map((password, place) => ({ ...easyRow, password, index: place + 1 }))
    .filter((row) => format.refuse(row) === undefined);
  const folder = makeTemporaryFolder();
  const file = join(folder, 'export.csv');
  const converted = join(folder, 'converted.txt');
  writeFileSync(file, writeDocument(format, rows));
  const options = 'separator="\t" eol=unix format=raw quoting-mode=never';
  execFileSync('ssconvert', ['-T', 'Gnumeric_stf:stf_assistant', '-O', options, file, converted]);
  const found = readFileSync(converted, 'utf8').replace(/\n$/, '').split('\n').slice(1);
  expect(rows.length).toBeGreaterThan(500);
  expect(found).toEqual(
    rows.map(({ protocol, host, port, username, password }) => [protocol, host, port, username, password].join('\t')),
  );
});
