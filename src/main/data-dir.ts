import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder in which the app keeps its data when none is named: the same one
 * for the window and the command line. Never a folder that roams between machines.
 */
export function defaultDataDir(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): string {
  switch (platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Proxydeck');
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Proxydeck');
    default:
      return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'Proxydeck');
  }
}
