import {
  defaultRule,
  ruleLimits,
  ruleNamePattern,
  sessionMark,
  type GatewayRule,
  type Rotation,
  type RuleChoices,
} from '../../shared/gateway/gateway.ts';
import { parseQuery } from '../../shared/filter/query.ts';

const defaultStickyMinutes = 10;

/** The fields of the dialog of a rule. */
export class RuleForm {
  readonly #isOn: boolean;
  name = $state('');
  port = $state('');
  /** '': the filter below. */
  viewId = $state('');
  where = $state('');
  protocol = $state<RuleChoices['protocol']>('http');
  rotation = $state<Rotation['kind']>('request');
  stickyMinutes = $state(String(defaultStickyMinutes));
  skipsFailed = $state(true);
  skipsOffline = $state(true);
  failuresInRow = $state('');
  pauseMinutes = $state('');
  needsToken = $state(true);
  allowsPrivate = $state(false);
  isShared = $state(false);
  /** What is wrong with the name; null: nothing. */
  readonly nameProblem = $derived.by(() => {
    if (this.name === '') return 'A rule needs a name: it is the user name of its clients.';
    if (!ruleNamePattern.test(this.name)) {
      return 'Use letters, digits, dots, dashes and underscores.';
    }
    return this.name.includes(sessionMark) ? `"${sessionMark}" separates a session name.` : null;
  });
  readonly filterProblem = $derived.by(() => {
    const parsed = parseQuery(this.where, 'proxies');
    return this.viewId !== '' || parsed.ok ? null : parsed.problem.message;
  });

  /** @param rule null: a new one, whose name none of `names` is */
  constructor(rule: GatewayRule | null, port: number, names: readonly string[]) {
    const from: RuleChoices = rule ?? { ...defaultRule, name: freeName(names), port };
    this.#isOn = from.isOn;
    this.name = from.name;
    this.port = String(port);
    this.viewId = from.viewId === null ? '' : String(from.viewId);
    this.where = from.where;
    this.protocol = from.protocol;
    this.rotation = from.rotation.kind;
    if (from.rotation.kind === 'sticky') this.stickyMinutes = String(from.rotation.minutes);
    this.skipsFailed = from.skipsFailed;
    this.skipsOffline = from.skipsOffline;
    this.failuresInRow = String(from.failuresInRow);
    this.pauseMinutes = String(from.pauseMinutes);
    this.needsToken = from.needsToken;
    this.allowsPrivate = from.allowsPrivate;
    this.isShared = from.isShared;
  }

  /** The rule, or null while a field is wrong. */
  read(proxyUserId: string): RuleChoices | null {
    const port = readNumber(this.port, ruleLimits.port);
    const minutes = readNumber(this.stickyMinutes, ruleLimits.minutes);
    const failuresInRow = readNumber(this.failuresInRow, ruleLimits.failuresInRow);
    const pauseMinutes = readNumber(this.pauseMinutes, ruleLimits.minutes);
    const rotation = this.rotation === 'sticky' ? stickyFor(minutes) : { kind: this.rotation };
    if (port === null || failuresInRow === null || pauseMinutes === null || rotation === null) {
      return null;
    }
    if (this.nameProblem !== null || this.filterProblem !== null) return null;
    return {
      name: this.name,
      isOn: this.#isOn,
      port,
      viewId: this.viewId === '' ? null : Number(this.viewId),
      where: this.where,
      proxyUserId: proxyUserId === '' ? null : proxyUserId,
      protocol: this.protocol,
      rotation,
      skipsFailed: this.skipsFailed,
      skipsOffline: this.skipsOffline,
      failuresInRow,
      pauseMinutes,
      needsToken: this.needsToken,
      allowsPrivate: this.allowsPrivate,
      isShared: this.isShared,
    };
  }
}

/** The whole number that a field has; null: it has none, or one outside of its limits. */
function readNumber(text: string, [least, most]: readonly [number, number]): number | null {
  const number = text.trim() === '' ? NaN : Number(text);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}

const stickyFor = (minutes: number | null): Rotation | null =>
  minutes === null ? null : { kind: 'sticky', minutes };

function freeName(names: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? defaultRule.name : `${defaultRule.name}-${String(number)}`;
    if (!names.includes(name)) return name;
  }
}
