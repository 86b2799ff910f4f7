import { fail } from '../../shared/failure.ts';
import type { EnvironmentAccount } from '../accounts/accounts.ts';

/**
 * The account that `PROXYDECK_BASE_URL`, `PROXYDECK_PUBLIC_KEY` and `PROXYDECK_PRIVATE_KEY`
 * define, for machines without a keychain; undefined if the base URL is not set.
 *
 * @param name the value of `--account`, `env` without one
 * @throws FailureError `keys-missing` if the base URL is set without both keys
 */
export function readEnvironment(
  env: NodeJS.ProcessEnv,
  name: string | undefined,
): EnvironmentAccount | undefined {
  const baseUrl = env['PROXYDECK_BASE_URL'];
  if (baseUrl === undefined || baseUrl === '') return undefined;
  const publicKey = env['PROXYDECK_PUBLIC_KEY'] ?? '';
  const privateKey = env['PROXYDECK_PRIVATE_KEY'] ?? '';
  if (publicKey === '' || privateKey === '') {
    throw fail(
      'keys-missing',
      'PROXYDECK_BASE_URL is set, but PROXYDECK_PUBLIC_KEY or PROXYDECK_PRIVATE_KEY is not. Set all three or none.',
    );
  }
  return { name: name ?? 'env', baseUrl, keys: { publicKey, privateKey } };
}
