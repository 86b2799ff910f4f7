import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LoginStart } from '../ports.ts';

export const backgroundSwitch = 'background';

interface LoginItems {
  getLoginItemSettings(options?: { readonly args: string[] }): { readonly openAtLogin: boolean };
  setLoginItemSettings(settings: { readonly openAtLogin: boolean; readonly args?: string[] }): void;
}

/**
 * Starts the app at login without a window; the system decides, as the user may change it there.
 *
 * @param parts.isPackaged from source there is no program
 * @returns undefined if impossible
 */
export function createLoginStart(parts: {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly program: string;
  readonly items: LoginItems;
}): LoginStart | undefined {
  const { isPackaged, platform, environment, program, items } = parts;
  if (!isPackaged) return undefined;
  if (platform !== 'linux') {
    // macOS passes no arguments, and is asked instead.
    const args = platform === 'win32' ? { args: [`--${backgroundSwitch}`] } : {};
    return {
      isOn: () =>
        items.getLoginItemSettings(platform === 'win32' ? { args: [`--${backgroundSwitch}`] } : undefined).openAtLogin,
      set: (isOn) => {
        items.setLoginItemSettings({ openAtLogin: isOn, ...args });
      },
    };
  }
  const configuration = environment['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  const file = join(configuration, 'autostart', 'app.proxydeck.Proxydeck.desktop');
  return {
    isOn() {
      try {
        return isEnabled(readFileSync(file, 'utf8'));
      } catch {
        return false;
      }
    },
    set(isOn) {
      if (!isOn) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(dirname(file), { recursive: true });
      // The program of an AppImage is temporary, its file is not.
      writeFileSync(file, autostartEntry(environment['APPIMAGE'] ?? program));
    },
  };
}

/** Desktops switch entries off by these keys. */
const isEnabled = (entry: string): boolean => !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(entry);

/**
 * `TryExec` ignores a removed program.
 *
 * @param program absolute
 */
function autostartEntry(program: string): string {
  // Desktop Entry Specification, "The Exec key": arguments, then values are escaped.
  const quoted = `"${program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return `[Desktop Entry]
Type=Application
Name=Proxydeck
Comment=Gateway, syncs and repeated tests, without a window
Exec=${escape(quoted)} --${backgroundSwitch}
TryExec=${escape(program)}
Icon=proxydeck
Terminal=false
StartupNotify=false
`;
}

const escape = (value: string): string => value.replaceAll('\\', '\\\\');
