/** A process of its own that migrates a file of user's records on a message. Arguments: file, steps as JSON. */
import { prepareRecords } from '../../src/main/store/files/user-records.ts';
import { makeMigratingSchema, recordsSchema } from '../../src/main/store/schema.ts';

const [file = '', steps = '[]'] = process.argv.slice(2);
const schema = makeMigratingSchema({
  ...recordsSchema,
  firstVersion: recordsSchema.version,
  // Written by the test as a list of texts.
  steps: JSON.parse(steps) as string[],
});
process.once('message', () => {
  prepareRecords(file, { isChecked: false }, schema);
  process.disconnect();
});
process.send?.('ready');
