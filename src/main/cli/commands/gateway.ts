import { fail } from '../../../shared/failure.ts';
import { countOf } from '../../../shared/count-of.ts';
import type { TargetExplained } from '../../../shared/gateway/target-explained.ts';
import { findRule, listRules } from '../../gateway/rules.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import type { Output } from '../output.ts';

/** `gateway explain`; the exit code does not depend on the answer. */
export const gatewayCommand = defineCommand({
  usage: 'gateway explain URL [--rule NAME]',
  summary:
    'Say which line of a rule takes a URL or a host, and which proxies it could use. Nothing is sent. Without --rule the first rule.',
  example: 'gateway explain https://shop.example.com/ --rule scraper',
  options: optionsOf('rule'),
  async run({ session, output }, [verb, target, ...rest], { rule: name }) {
    if (verb !== 'explain' || target === undefined || rest.length > 0) {
      throw fail('invalid-input', 'Write: proxydeck gateway explain URL.');
    }
    const { store } = session();
    const rule = name === undefined ? listRules(store)[0] : findRule(store, name);
    if (!rule) throw fail('not-found', 'There are no rules. Add one in the window, under Gateway.');
    const { id: ruleId } = rule;
    const { explainTarget } = await import('../../gateway/explain-target.ts');
    const explained = explainTarget(store, { ruleId, target });
    output.json(explained);
    print(output, explained);
    return exitCodes.done;
  },
});

function print(output: Output, { rule, host, port, line, text, refusal, isDirect, rules }: TargetExplained): void {
  output.line(`Rule   ${rule}`);
  output.line(`Host   ${host}, port ${String(port)}`);
  if (line !== null) output.line(`Line   ${String(line)}: ${text ?? ''}`);
  if (refusal !== null) output.line(`Refused. ${refusal}.`);
  if (isDirect) output.line("Direct. It shows this computer's own address.");
  for (const [at, { rule: name, isOn, proxyCount, proxies }] of rules.entries()) {
    const state = isOn ? countOf(proxyCount, 'proxy', 'proxies') : 'off, so it is skipped';
    output.line(`${at === 0 ? 'First' : 'Then '}  ${name}: ${state}`);
    for (const { address, country_id: country, city_name: city } of isOn ? proxies : []) {
      output.line(`       ${[address, country, city].filter((part) => part !== null).join(' ')}`);
    }
  }
  if (rules.length > 0) output.line('If none of them connects, the request is refused.');
}
