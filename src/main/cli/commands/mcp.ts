import { agentActNames, type AgentAct } from '../../../shared/agents.ts';
import { fail } from '../../../shared/failure.ts';
import { describeError } from '../../file-log.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import { refuseWords } from '../output.ts';

/** See src/main/mcp. */
export const mcpCommand = defineCommand({
  usage: `mcp [--allow ${agentActNames.join(',')}] [--folder DIR]`,
  summary:
    'Serve AI agents by the Model Context Protocol on standard input and output. They can read the account, but never a key or a password. --allow also offers what changes something, as far as the setting agentsMay allows it; --folder is where exports are written.',
  example: 'mcp --allow sync,test',
  options: optionsOf('allow', 'folder'),
  async serve({ open, output, streams, signal }, words, { allow, folder }) {
    refuseWords(words);
    if (output.isJson) throw fail('invalid-input', 'mcp speaks a protocol of its own. Remove --json.');
    const offered = readActs(allow);
    const { serveMcp } = await import('../../mcp/serve-mcp.ts');
    const exportFolder =
      folder === undefined ? undefined : (await import('../../mcp/export-folder.ts')).openExportFolder(folder);
    let accountId: string | undefined;
    await serveMcp({
      async open() {
        const { app, session } = await open();
        // Another process may have removed the account.
        await app.closeRemoved();
        const opened = accountId === undefined ? session() : app.session(accountId);
        accountId = opened.account.id;
        return { app, session: opened };
      },
      stdin: streams.stdin,
      stdout: streams.stdout,
      offered,
      folder: exportFolder,
      signal,
      onProblem: createProblemReport((line) => {
        output.message(`proxydeck: ${line}`);
      }),
    });
    return exitCodes.done;
  },
});

/** Separated by commas or given several times. Failure `invalid-input`. */
function readActs(texts: readonly string[]): readonly AgentAct[] {
  const names = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  return names.flatMap((name) => {
    const act = agentActNames.find((known) => known === name);
    if (act !== undefined) return [act];
    if (name === '') return [];
    throw fail('invalid-input', `--allow takes ${agentActNames.join(', ')}, not "${name}".`);
  });
}

const maxCharacters = 300;
const sameAfterMs = 1_000;
const maxKinds = 100;

/** Reports a problem once a second: clients can cause any number. */
function createProblemReport(say: (line: string) => void): (error: unknown) => void {
  const saidAtMs = new Map<string, number>();
  return (error) => {
    const [line = ''] = describeError(error).slice(0, maxCharacters).split('\n', 1);
    const nowMs = performance.now();
    if (nowMs - (saidAtMs.get(line) ?? -Infinity) < sameAfterMs) return;
    if (saidAtMs.size >= maxKinds) saidAtMs.clear();
    saidAtMs.set(line, nowMs);
    say(line);
  };
}
