import { formatTerm } from '../../shared/filter/query-edit.ts';
import { defaultRule, sessionMark, type RuleChoices } from '../../shared/gateway/gateway.ts';
import { labelCountry } from '../format/format-field.ts';

interface RuleStarter {
  readonly title: string;
  readonly text: string;
  readonly rule: RuleChoices;
  /** The user name that a program logs in with. */
  readonly username: string;
}

const sessionMinutes = 10;

/**
 * Rules for an account that has none yet, which differ in nothing else from a new rule.
 *
 * @param port a free port of this machine
 * @param country the country with the most proxies, ISO 3166-1 alpha-2; null: unknown, so no rule is for one country
 */
export function ruleStarters(port: number, country: string | null): readonly RuleStarter[] {
  const start = (title: string, text: string, { name, ...choices }: { name: string } & Partial<RuleChoices>) => ({
    title,
    text,
    rule: { ...defaultRule, port, name, ...choices },
    username: name,
  });
  const rotation = { kind: 'sticky', minutes: sessionMinutes } as const;
  const sticky = start(
    'One session per name',
    `Each name that a program adds to its user name keeps one proxy for ${String(sessionMinutes)} minutes.`,
    { name: 'sticky', rotation },
  );
  return [
    start('All that work', 'Each request goes through another proxy. Proxies that are offline or failed are skipped.', {
      name: 'all',
    }),
    ...(country === null
      ? []
      : [
          start('One country', `The same, with proxies in ${labelCountry(country)} only.`, {
            name: country.toLowerCase(),
            where: formatTerm('country', [country]),
          }),
        ]),
    { ...sticky, username: `${sticky.username}${sessionMark}alice` },
  ];
}
