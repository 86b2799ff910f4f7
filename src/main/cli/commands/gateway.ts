import { fail } from '../../../shared/failure.ts';
import { countOf } from '../../../shared/count-of.ts';
import { defaultFigures, figurePeriods, type FigurePeriod } from '../../../shared/records/gateway-figure.ts';
import type { TargetExplained } from '../../../shared/gateway/target-explained.ts';
import { findRule, listRules } from '../../gateway/rules.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import type { Output } from '../output.ts';
import { printReport } from '../print-report.ts';

/** `gateway explain`: which line of a rule takes a URL. `gateway report`: where its proxies are blocked. The exit code says nothing about the answer. */
export const gatewayCommand = defineCommand({
  usage: `gateway explain URL [--rule NAME]
    gateway report HOST [--period PERIOD] [--csv]`,
  summary:
    'Say which line of a rule takes a URL or a host, and which proxies it could use; without --rule of the first rule. Or print which proxies are blocked at a host, by the log of requests, for their seller. Nothing is sent.',
  example: 'gateway explain https://shop.example.com/ --rule scraper',
  options: optionsOf('rule', 'period', 'csv'),
  async run({ session, output }, [verb, target, ...rest], { rule: name, period: wanted, csv }) {
    if ((verb !== 'explain' && verb !== 'report') || target === undefined || rest.length > 0) {
      throw fail('invalid-input', 'Write: proxydeck gateway explain URL, or: proxydeck gateway report HOST.');
    }
    const isWrong = verb === 'report' ? name !== undefined : wanted !== undefined || csv;
    if (isWrong) throw fail('invalid-input', `This option is not one of gateway ${verb}.`);
    const { store } = session();
    if (verb === 'report') {
      await printReport(output, store, { host: target.toLowerCase(), period: readPeriod(wanted) }, csv);
      return exitCodes.done;
    }
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

/** Failure `invalid-input`. */
function readPeriod(text: string = defaultFigures.period): FigurePeriod {
  const period = figurePeriods.find((one) => one === text);
  if (period !== undefined) return period;
  throw fail('invalid-input', `--period takes ${figurePeriods.join(', ')}, not "${text}".`);
}

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
