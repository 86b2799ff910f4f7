import { Menu, nativeImage, nativeTheme, Tray as Icon } from 'electron';
import type { BackgroundStatus } from '../background.ts';
import type { Log } from '../ports.ts';
import { trayLook, trayMenu, type TrayActions, type TrayLook } from './tray-menu.ts';

/** By paths such as `…/dark-panel-idle-16.png`. */
const pictures = import.meta.glob<string>('../../../resources/tray/*.png', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** Joins bursts, and spares an open menu. */
const updateMs = 1_000;

const tooltips: Readonly<Record<TrayLook, string>> = {
  idle: 'Proxydeck',
  on: 'Proxydeck: the gateway is on',
  problem: 'Proxydeck: there is a problem',
};

export type Tray = ReturnType<typeof createTray>;

/** Shows the app's icon in the panel with a menu. */
export function createTray(parts: {
  status: () => Promise<BackgroundStatus>;
  readyVersion: () => string | undefined;
  actions: TrayActions;
  log: Log;
}) {
  const { status, readyVersion, actions, log } = parts;
  let shown: { readonly look: TrayLook; readonly text: string } | undefined;
  let look: TrayLook = 'idle';
  let timer: NodeJS.Timeout | undefined;
  const icon = new Icon(pictureOf(look));
  const open = (): void => {
    actions.open();
  };
  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') icon.on('click', open);
  const show = async (): Promise<void> => {
    const current = await status();
    if (icon.isDestroyed()) return;
    look = trayLook(current);
    const menu = trayMenu(current, actions, readyVersion());
    const text = JSON.stringify(menu);
    if (look !== shown?.look) {
      icon.setImage(pictureOf(look));
      icon.setToolTip(tooltips[look]);
    }
    if (text !== shown?.text) icon.setContextMenu(Menu.buildFromTemplate(menu));
    shown = { look, text };
  };
  const update = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      show().catch((error: unknown) => {
        log.error('icon in the panel', error);
      });
    }, updateMs);
  };
  nativeTheme.on('updated', () => {
    if (!icon.isDestroyed()) icon.setImage(pictureOf(look));
  });
  update();
  return {
    update,
    close(): void {
      clearTimeout(timer);
      icon.destroy();
    },
  };
}

function pictureOf(look: TrayLook): Electron.NativeImage {
  const panel = process.platform === 'darwin' ? 'template' : isPanelDark() ? 'dark-panel' : 'light-panel';
  const read = (size: number): string => pictures[`../../../resources/tray/${panel}-${look}-${String(size)}.png`] ?? '';
  // Linux scales one picture.
  if (process.platform === 'linux') return nativeImage.createFromDataURL(read(32));
  const image = nativeImage.createFromDataURL(read(16));
  image.addRepresentation({ scaleFactor: 2, dataURL: read(32) });
  image.setTemplateImage(panel === 'template');
  return image;
}

/** GNOME's panel is always dark. */
const isPanelDark = (): boolean =>
  nativeTheme.shouldUseDarkColorsForSystemIntegratedUI || /GNOME|Unity/.test(process.env['XDG_CURRENT_DESKTOP'] ?? '');
