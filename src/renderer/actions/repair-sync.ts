import { failures } from '../../shared/failure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';

/** Remedies for a failed sync, best first. */
export function repairsOfSync(
  account: AccountState,
): readonly { readonly title: string; readonly isMain: boolean; readonly run: () => void }[] {
  const { app, sync } = account;
  const problem = sync.state?.lastProblem ?? null;
  if (problem === null) return [];
  const { remedy } = failures[problem.code];
  const again = { title: 'Sync again', isMain: false, run: (): void => void sync.run() };
  const keyed = app.account?.kind === 'service' ? app.account : null;
  const change = (title: string, isMain: boolean) =>
    keyed === null
      ? []
      : [
          {
            title,
            isMain,
            run: (): void => {
              app.dialog = { kind: 'replace-keys', account: keyed };
            },
          },
        ];
  switch (remedy) {
    case 'none':
      return [];
    case 'replace-keys':
      return keyed === null ? [again] : change('Replace keys…', true);
    case 'restart':
      return [{ title: 'Restart Proxydeck', isMain: true, run: (): void => void app.restart() }, again];
    case 'check-address':
      // An address that delivered proxies is right.
      return sync.state?.counts.proxies ? [again] : [again, ...change('Change base URL…', true)];
    default:
      return [again];
  }
}
