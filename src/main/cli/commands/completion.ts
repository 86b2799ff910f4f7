import { ownValue } from '../../../shared/own-value.ts';
import { fail } from '../../../shared/failure.ts';
import { queryKeys } from '../../../shared/filter/query-keys.ts';
import { listNames, lists, type ListName } from '../../../shared/lists.ts';
import { exportFormats } from '../../exports/formats/index.ts';
import { listPresets, listTemplates } from '../../exports/presets/presets.ts';
import { listRules } from '../../gateway/rules.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import type { OptionTable } from '../arguments.ts';
import { choicesOf, globalOptions } from '../options.ts';
import { defineCommand, type CommandContext, exitCodes } from '../command.ts';

/** Each shell asks `completion words` for candidates; the last word is completed. */
const scripts: { readonly [shell: string]: string } = {
  // Bash splits words at colons, so the first part is removed.
  bash: `_proxydeck() {
  local cur words cword
  if declare -F _get_comp_words_by_ref >/dev/null; then _get_comp_words_by_ref -n : cur words cword
  else cur="\${COMP_WORDS[COMP_CWORD]}"; words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; fi
  local IFS=$'\\n'
  COMPREPLY=($(proxydeck completion words -- "\${words[@]:1:cword}" 2>/dev/null))
  [[ \${COMPREPLY[0]} == *: || \${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
  declare -F __ltrim_colon_completions >/dev/null && __ltrim_colon_completions "$cur"
}
complete -F _proxydeck proxydeck`,
  zsh: `#compdef proxydeck
_proxydeck() {
  local -a candidates
  candidates=("\${(@f)$(proxydeck completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "$candidates" ]] && compadd -S '' -- "\${candidates[@]}" || _files
}
compdef _proxydeck proxydeck`,
  fish: `function __proxydeck_words
  set -l words (commandline -opc) (commandline -ct)
  proxydeck completion words -- $words[2..-1] 2>/dev/null
end
complete -c proxydeck -f -a '(__proxydeck_words)'
complete -c proxydeck -l output -r -F`,
};
const shells = Object.keys(scripts);

export const completionCommand = defineCommand({
  usage: `completion ${shells.join('|')}`,
  summary:
    'Print a script that completes commands, options, filter keys and cached names. Run it when a shell starts: eval "$(proxydeck completion bash)"',
  example: 'completion bash',
  options: {},
  endsAtOnce: true,
  async run(context, [shell = '', ...typed]) {
    const { output } = context;
    if (shell === 'words') {
      await output.stream(await complete(context, typed), false);
      return exitCodes.done;
    }
    const script = ownValue(scripts, shell);
    if (script === undefined || typed.length > 0) {
      throw fail('invalid-input', `completion takes ${shells.join(', ')}, not "${shell}".`);
    }
    output.line(script);
    output.json({ script });
    return exitCodes.done;
  },
});

/** Completes the last word, which may be empty. */
async function complete(context: CommandContext, typed: readonly string[]): Promise<string[]> {
  const last = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const name = before.find((word) => context.commands.names.includes(word));
  const candidates = await candidatesFor(context, name, before, last);
  return candidates.filter((candidate) => candidate.startsWith(last));
}

async function candidatesFor(
  context: CommandContext,
  name: string | undefined,
  before: readonly string[],
  last: string,
): Promise<readonly string[]> {
  const option = before.at(-1)?.replace(/^--/, '');
  const options: OptionTable = {
    ...globalOptions,
    ...(name !== undefined && (await context.commands.load(name)).options),
  };
  const isOption = before.at(-1)?.startsWith('--') === true && option !== undefined;
  const kind = isOption ? ownValue(options, option) : undefined;
  if (isOption && kind !== undefined && kind !== 'flag') {
    return valuesOf(context, option, listOf(before), last);
  }
  if (last.startsWith('-')) return Object.keys(options).map((one) => `--${one}`);
  if (name === undefined || name === 'help') return context.commands.names;
  if (name === 'completion') return shells;
  // The usage names its actions: `tag add|remove NAME ...`, `show service|proxy|... ID`.
  const { usage } = await context.commands.load(name);
  // An alias has its words already.
  if (!usage.startsWith(name)) return [];
  return [...usage.matchAll(/(?<=[ |])[a-z][a-z-]*(?=[ |]|$)/g)].map(([word]) => word);
}

const listOf = (before: readonly string[]): ListName =>
  before.includes('--services')
    ? 'services'
    : (listNames.find((list) => before.includes(lists[list].command)) ?? 'proxies');

const maxUsers = 1000;

/** Empty: any value. */
function valuesOf({ app, session }: CommandContext, option: string, list: ListName, last: string): readonly string[] {
  switch (option) {
    case 'where': {
      // Only the last term of several.
      const start = last.slice(0, last.lastIndexOf(' ') + 1);
      return Object.keys(queryKeys[list]).map((key) => `${start}${key}:`);
    }
    case 'account':
      return app.accounts.list().map(({ name }) => name);
    case 'user':
      return session()
        .store.proxy_users.list({
          where: readQuery('', 'proxy_users'),
          sort: [],
          offset: 0,
          limit: maxUsers,
        })
        .map(({ proxy_user_id: id }) => id);
    case 'preset':
      return listPresets(session().store).map(({ name }) => name);
    case 'template-name':
      return listTemplates(session().store).map(({ name }) => name);
    case 'gateway':
      return listRules(session().store).map(({ name }) => name);
    case 'format':
      return exportFormats.map(({ name }) => name);
    case 'sort':
      return Object.keys(lists[list].fields);
    case 'from':
      return ['this-machine', 'service'];
    default:
      return choicesOf(option);
  }
}
