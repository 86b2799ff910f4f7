import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLoginStart } from '../../../src/main/electron/login-start.ts';
import { needs } from '../../support/needs.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const noItems = { getLoginItemSettings: () => ({ openAtLogin: false }), setLoginItemSettings: () => undefined };

function makeOnLinux(program: string, environment: NodeJS.ProcessEnv = {}) {
  const folder = makeTemporaryFolder();
  const start = createLoginStart({
    isPackaged: true,
    platform: 'linux',
    environment: { XDG_CONFIG_HOME: folder, ...environment },
    program,
    items: noItems,
  });
  if (!start) throw new Error('A packaged app can be started at login.');
  return { start, file: join(folder, 'autostart', 'app.proxydeck.Proxydeck.desktop') };
}

describe('on Linux', () => {
  test('a file makes the desktop start the program, or the AppImage that it is from', () => {
    const { start, file } = makeOnLinux('/opt/Proxydeck/proxydeck');
    expect(start.isOn()).toBe(false);
    start.set(true);
    expect(start.isOn()).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(
      'Exec="/opt/Proxydeck/proxydeck" --background\nTryExec=/opt/Proxydeck/proxydeck\n',
    );
    start.set(false);
    expect(existsSync(file)).toBe(false);

    const image = makeOnLinux('/tmp/.mount_Proxyd/proxydeck', { APPIMAGE: '/home/a/Proxydeck.AppImage' });
    image.start.set(true);
    expect(readFileSync(image.file, 'utf8')).toContain('Exec="/home/a/Proxydeck.AppImage" --background\n');
  });

  test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'a desktop that switched it off by %s is believed',
    (line) => {
      const { start, file } = makeOnLinux('/opt/Proxydeck/proxydeck');
      start.set(true);
      appendFileSync(file, `${line}\n`);
      expect(start.isOn()).toBe(false);
      start.set(true);
      expect(start.isOn()).toBe(true);
    },
  );

  test('the file is valid, whatever the path of the program', () => {
    needs('desktop-file-utils');
    for (const program of ['/opt/Proxydeck/proxydeck', `/home/a b/100%/it's "$HOME" \`x\` \\ ü.AppImage`]) {
      const { start, file } = makeOnLinux(program);
      start.set(true);
      execFileSync('desktop-file-validate', [file], { stdio: 'pipe' });
    }
  });

  test('a desktop starts what the file names, and nothing once that is removed', () => {
    needs('libglib2.0-bin');
    // No percent sign: GLib looks for the program before it reads `%%`.
    const folder = join(makeTemporaryFolder(), `a b $HOME \`x\` "q"`);
    mkdirSync(folder, { recursive: true });
    const [program, started] = [join(folder, 'Proxydeck.AppImage'), join(folder, 'started')];
    writeFileSync(program, '#!/bin/sh\necho "$1" > "$(dirname "$0")/started"\n');
    chmodSync(program, 0o755);
    const { start, file } = makeOnLinux(program);
    start.set(true);
    execFileSync('gio', ['launch', file], { stdio: 'pipe' });
    expect(readFileSync(started, 'utf8')).toBe('--background\n');
    rmSync(program);
    expect(() => execFileSync('gio', ['launch', file], { stdio: 'pipe' })).toThrow();
  });
});

test('Windows gets the switch with the program, and macOS none', () => {
  for (const [platform, args] of [
    ['win32', { args: ['--background'] }],
    ['darwin', {}],
  ] as const) {
    const set: unknown[] = [];
    let isOn = false;
    const start = createLoginStart({
      isPackaged: true,
      platform,
      environment: {},
      program: '/Applications/Proxydeck',
      items: {
        getLoginItemSettings: () => ({ openAtLogin: isOn }),
        setLoginItemSettings: (settings) => void set.push(settings),
      },
    });
    start?.set(true);
    expect(set).toEqual([{ openAtLogin: true, ...args }]);
    expect(start?.isOn()).toBe(false);
    isOn = true;
    expect(start?.isOn()).toBe(true);
  }
});

test('an app that runs from source cannot be started at login', () => {
  const parts = { platform: 'linux', environment: {}, program: '/usr/bin/electron', items: noItems } as const;
  expect(createLoginStart({ ...parts, isPackaged: false })).toBeUndefined();
});
