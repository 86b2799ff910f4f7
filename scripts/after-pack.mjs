// @ts-check
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { findPackageFaults } from './package-faults.mjs';

/** The fuses of Electron, each with the reason for its state. */
export const fuses = {
  // On macOS any program could run the signed binary as Node and read our keychain items without a prompt.
  [FuseV1Options.RunAsNode]: false,
  // The app sets no cookie. On Linux the switch `password-store` keeps Chromium from the keyring.
  [FuseV1Options.EnableCookieEncryption]: false,
  // NODE_OPTIONS could load code; the app trusts the certificates of the system without NODE_EXTRA_CA_CERTS.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // A debugger could read the keys. Playwright needs it, so a copy that is tested has it on.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The archive is verified while it is read, on macOS and Windows.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // Otherwise a folder named "app" next to the archive would be loaded instead of it.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // The app brings no V8 snapshot of its own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The page is served under `app:`; no page is loaded from a file.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default: WebAssembly checks its bounds by signals, which is faster.
  [FuseV1Options.WasmTrapHandlers]: true,
};

/**
 * electron-builder calls this once the app is assembled and before it is signed:
 * sets all fuses, and fails the build if the package contains anything that it
 * should not, or lacks anything that it needs.
 *
 * @param {import('electron-builder').AfterPackContext} context
 */
export async function afterPack({ appOutDir, arch, electronPlatformName, packager }) {
  // Electron's own example, which electron-builder leaves there if Electron comes as a folder.
  rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
  const binary = findBinary(appOutDir, electronPlatformName);
  // Only for a copy that Playwright drives; release.yml never sets it.
  const isInspectable = process.env['PROXYDECK_ALLOW_INSPECT'] === '1';
  const wanted = {
    ...fuses,
    [FuseV1Options.EnableNodeCliInspectArguments]: isInspectable,
  };
  await flipFuses(binary, { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...wanted });
  const processor = { 1: 'x64', 3: 'arm64' }[Number(arch)] ?? String(arch);
  const faults = [
    ...(await findFuseFaults(binary, wanted)),
    ...(await findPackageFaults(packager.getResourcesDir(appOutDir), `${electronPlatformName}-${processor}`)),
  ];
  if (faults.length > 0) {
    throw new Error(`The package is not as it should be:\n- ${faults.join('\n- ')}`);
  }
}

/**
 * Reads the fuses back.
 *
 * @param {string} binary
 * @param {Readonly<Record<number, boolean>>} [wanted]
 * @returns {Promise<string[]>} what is wrong, one sentence each
 */
export async function findFuseFaults(binary, wanted = fuses) {
  const wire = new Map(Object.entries(await getCurrentFuseWire(binary)));
  return Object.entries(wanted)
    .filter(([fuse, isOn]) => wire.get(fuse) !== (isOn ? FuseState.ENABLE : FuseState.DISABLE))
    .map(([fuse, isOn]) => `Fuse ${FuseV1Options[Number(fuse)]} is not ${isOn ? 'on' : 'off'}.`);
}

/**
 * The file that @electron/fuses reads: the program, or the app bundle on macOS.
 *
 * @param {string} folder
 * @param {string} platform
 */
export function findBinary(folder, platform) {
  const name = {
    linux: 'proxydeck-desktop',
    win32: 'Proxydeck.exe',
    darwin: 'Proxydeck.app',
  }[platform];
  if (!name || !readdirSync(folder).includes(name)) {
    throw new Error(`The program for ${platform} is missing in ${folder}.`);
  }
  return join(folder, name);
}
