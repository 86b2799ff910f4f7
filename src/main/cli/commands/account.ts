import { createInterface } from 'node:readline';
import { fail } from '../../../shared/failure.ts';
import { readProfile } from '../../../shared/account.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { leaveOutSecrets } from '../../../shared/records/secret-field.ts';
import { checkProfile } from '../../api/retrieve.ts';
import { defineCommand, type CliStreams, type CommandContext, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import { formatCell } from '../output.ts';

export const accountCommand = defineCommand({
  usage: 'account add NAME --base-url URL --public-key KEY | list | use NAME | remove NAME | check',
  summary: 'Add, list, select, remove or check accounts. The private key is read from standard input.',
  example: 'account add northwind --base-url https://api.example.com/1.0 --public-key KEY',
  options: optionsOf('base-url', 'public-key'),
  async run(context, [action, name, ...rest], options) {
    if (rest.length > 0) {
      // Not repeated: it may be a key.
      throw fail(
        'invalid-input',
        'Unexpected argument after the name. The private key is read from standard input, not from the command line.',
      );
    }
    switch (action) {
      case 'add':
        await add(context, needName(name), options['base-url'], options['public-key']);
        break;
      case 'list':
        await list(context);
        break;
      case 'use': {
        const account = context.app.accounts.named(needName(name));
        await context.app.handlers['accounts:select']({ accountId: account.id });
        context.output.line(`Using "${account.name}".`);
        context.output.json({ id: account.id, name: account.name });
        break;
      }
      case 'remove': {
        const account = context.app.accounts.named(needName(name));
        await context.app.handlers['accounts:remove']({ accountId: account.id });
        context.output.line(`Removed "${account.name}" with its keys and its cached data.`);
        context.output.json({ id: account.id, name: account.name });
        break;
      }
      case 'check':
        await check(context);
        break;
      default:
        throw fail('invalid-input', 'Usage: account add, list, use, remove or check.');
    }
    return exitCodes.done;
  },
});

function needName(name: string | undefined): string {
  if (name !== undefined) return name;
  throw fail('invalid-input', 'The name of the account is missing.');
}

async function add(
  { app, output, streams, signal }: CommandContext,
  name: string,
  baseUrl: string | undefined,
  publicKey: string | undefined,
): Promise<void> {
  if (baseUrl === undefined || publicKey === undefined) {
    throw fail('invalid-input', 'account add needs --base-url URL and --public-key KEY.');
  }
  const privateKey = streams.env['PROXYDECK_PRIVATE_KEY'] ?? (await readPrivateKey(streams, signal));
  const account = await app.handlers['accounts:add']({ name, baseUrl, publicKey, privateKey });
  output.line(`Added "${account.name}". Its keys are in the keychain.`);
  output.json(account);
}

async function list({ app, output }: CommandContext): Promise<void> {
  const accounts = app.accounts.list();
  output.json(accounts);
  if (accounts.length === 0) output.message('No accounts have been added yet.');
  else {
    const rows = accounts.map((account) => [
      account.isCurrent ? '*' : '',
      account.name,
      account.kind === 'demo' ? 'built-in demo' : account.base_url,
      account.keyPlace,
    ]);
    await output.table(['', 'name', 'service', 'keys'], rows);
  }
}

async function check({ session, output, signal }: CommandContext): Promise<void> {
  const opened = session();
  const client = await opened.client();
  const customer: JsonObject = await checkProfile(client, { signal });
  const profile = readProfile(customer);
  output.json(leaveOutSecrets(customer));
  output.line(
    `The keys of "${opened.account.name}" work: customer ${formatCell(profile.customer_id)}` +
      ` ${formatCell(profile.customer_organization_name)}`.trimEnd() +
      `, credit balance ${formatCell(profile.credit_balance)}.`,
  );
}

/** Reads the first line of standard input, hidden on a terminal. */
async function readPrivateKey({ stdin, stderr }: CliStreams, signal: AbortSignal): Promise<string> {
  const isTerminal = stdin.isTTY === true;
  if (isTerminal) stderr.write('Private key: ');
  const lines = createInterface({ input: stdin, terminal: isTerminal, signal });
  for await (const line of lines) {
    lines.close();
    if (isTerminal) stderr.write('\n');
    return line.trim();
  }
  if (signal.aborted) throw fail('canceled', 'Canceled. No account was added.');
  throw fail('keys-missing', 'The private key is missing. Pass it on standard input or in PROXYDECK_PRIVATE_KEY.');
}
