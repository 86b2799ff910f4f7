import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about this installation. */
export function diagnosticsHandlers(parts: HandlerParts): HandlersOf<'diagnostics'> {
  const { diagnostics, desktop } = parts;
  return {
    'diagnostics:log': () => diagnostics.log(),
    'diagnostics:report': () => diagnostics.report(),
    'diagnostics:data-folder': () => ({
      path: diagnostics.dataDir,
      bytes: diagnostics.dataBytes(),
    }),
    'diagnostics:show-data-folder': () => {
      desktop.showFile?.(diagnostics.dataDir);
      return null;
    },
  };
}
