/** A process of its own that writes the results of a run and reports how many lines it wrote. Arguments: file, run, format. */
import { openStore } from '../../src/main/store/index.ts';
import { resultLines, type ResultFormat } from '../../src/main/testing/result-lines.ts';

const [file = '', testRunId, format = 'csv'] = process.argv.slice(2);
const store = openStore({ file, isSecond: true });
let lineCount = 0;
// The test names a format.
for (const line of resultLines(store, Number(testRunId), format as ResultFormat)) {
  if (line !== '') lineCount += 1;
}
store.close();
console.log(lineCount);
