import { engines } from '../../../package.json';

/** Why this Node is too old; undefined: it is not. npm only warns. */
export function explainOldNode(version: string): string | undefined {
  const oldest = engines.node.replace('>=', '');
  const isOld = version.localeCompare(oldest, 'en', { numeric: true }) < 0;
  return isOld ? `Please use Node ${oldest} or newer; this is Node ${version}.` : undefined;
}
