import { getCACertificates } from 'node:tls';

let roots: string[] | undefined;

/**
 * The certificates that a service may be signed by: those that come with the runtime
 * and those of this system, where companies add their own. PEM texts. Read once.
 */
export function trustedRoots(): string[] {
  roots ??= [...getCACertificates('default'), ...getCACertificates('system')];
  return roots;
}
