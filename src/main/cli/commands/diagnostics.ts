import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import { refuseWords } from '../output.ts';

export const diagnosticsCommand = defineCommand({
  usage: 'diagnostics [--log]',
  summary: 'Show versions, sizes and the last errors, or the log of the window, without secrets and addresses.',
  example: 'diagnostics --log',
  options: optionsOf('log'),
  async run({ app, output }, words, { log }) {
    refuseWords(words);
    const { diagnostics } = app;
    if (log) {
      const lines = diagnostics.log();
      output.json(lines);
      if (!output.isJson) await output.stream(lines, false);
    } else {
      const report = await diagnostics.report();
      output.json(JSON.parse(report));
      output.line(report);
    }
    return exitCodes.done;
  },
});
