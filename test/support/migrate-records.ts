/** A process of its own that migrates a file of user's records on a message. Arguments: file, steps as JSON. */
import { prepareRecords } from '../../src/main/store/sqlite/user-records.ts';
import { recordsSchema } from '../../src/main/store/schema/schema.ts';
import { makeMigratingSchema } from '../../src/main/store/sqlite/migrate.ts';

const [file = '', steps = '[]'] = process.argv.slice(2);
const schema = makeMigratingSchema({
  ...recordsSchema,
  // Written by the test as a list of texts.
  steps: JSON.parse(steps) as string[],
});
process.once('message', () => {
  prepareRecords(file, schema, { isChecked: false });
  process.disconnect();
});
process.send?.('ready');
