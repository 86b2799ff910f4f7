import { readFile } from 'node:fs/promises';
import { fail } from '../../../shared/failure.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../shared/json.ts';
import type { ServiceChanges } from '../../../shared/records/service.ts';
import { editService } from '../../sync/edit-service.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import { formatCell, refuseWords } from '../output.ts';

/** See the specification, Services. */
export const serviceCommand = defineCommand({
  usage: 'service edit ID OPTION...',
  summary: 'Change the settings of a service. Limits are checked before anything is sent.',
  example: 'service edit API-2201 --automatic-collection off',
  options: optionsOf('payment-method', 'automatic-collection', 'cancel', 'comment', 'feedback', 'metadata'),
  async run({ session, output, signal }, [action, id, ...rest], options) {
    refuseWords(rest);
    if (action !== 'edit' || id === undefined) {
      throw fail('invalid-input', 'Name the service to change: service edit ID');
    }
    const collects = readSwitch('automatic-collection', options['automatic-collection']);
    const cancels = readSwitch('cancel', options.cancel);
    const { comment, feedback, 'payment-method': paymentMethod, metadata } = options;
    const changes: ServiceChanges = {
      ...(comment === undefined ? {} : { cancel_comment: comment }),
      ...(feedback === undefined ? {} : { cancel_feedback: feedback }),
      ...(paymentMethod === undefined ? {} : { payment_method_id: paymentMethod }),
      ...(collects === undefined ? {} : { service_is_automatic_collection: collects }),
      ...(cancels === undefined ? {} : { service_is_pending_cancellation: cancels }),
      ...(metadata === undefined ? {} : { service_metadata: await readMetadata(metadata) }),
    };
    const { store, client } = session();
    const { edited, record } = await editService({ client: await client(), store }, id, changes, {
      signal,
    });
    output.json({ edited, service: record });
    const name = formatCell(record?.['service_name'] ?? id);
    const isListed = edited.includes(id);
    if (isListed) output.line(`Changed ${name}: ${Object.keys(changes).join(', ')}.`);
    else output.message(`The service responded, but does not list ${name} as edited.`);
    if (!record) {
      output.message('The service could not be fetched afterwards. Sync to see the result of the change.');
    }
    return isListed ? exitCodes.done : exitCodes.incomplete;
  },
});

function readSwitch(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === 'on' || text === 'off') return text && text === 'on';
  throw fail('invalid-input', `--${name} takes on or off, not "${text}".`);
}

async function readMetadata(file: string): Promise<JsonObject> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw fail('file-failed', 'The file of --metadata could not be read. Nothing was sent.', {
      cause,
    });
  });
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Falls through: the message below covers both cases.
  }
  throw fail('invalid-input', 'The file of --metadata does not contain a JSON object. Nothing was sent.');
}
