import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LoginStart } from '../ports.ts';

/** The switch of a start without a window. */
export const backgroundSwitch = 'background';

/** The part of Electron's `app` that macOS and Windows are asked through. */
export interface LoginItems {
  getLoginItemSettings(options?: { readonly args: string[] }): { readonly openAtLogin: boolean };
  setLoginItemSettings(settings: { readonly openAtLogin: boolean; readonly args?: string[] }): void;
}

/**
 * Starts the app at login, without a window. Every look asks the system, because the user can change it there, too.
 *
 * @param parts.isPackaged an app that runs from source has no program of its own
 * @param parts.program the program that runs
 * @returns undefined if it cannot be started at login
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
    // macOS passes no arguments; there the app asks whether it was started at login.
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
        // There is no such file, or the desktop cannot read it either.
        return false;
      }
    },
    set(isOn) {
      if (!isOn) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(dirname(file), { recursive: true });
      // The program of an AppImage is in a folder that is gone after the app; its file stays.
      writeFileSync(file, autostartEntry(environment['APPIMAGE'] ?? program));
    },
  };
}

/** Desktops switch an entry off by keys of their own. */
const isEnabled = (entry: string): boolean => !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(entry);

/**
 * The autostart file of a Linux desktop. Once the program is removed, `TryExec` makes the desktop ignore it.
 *
 * @param program an absolute path
 */
export function autostartEntry(program: string): string {
  // A quoted argument escapes these, and the value of a key escapes each backslash again (Desktop Entry Specification, "The Exec key").
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
