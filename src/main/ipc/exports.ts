import type { ExportFormatInfo, ExportOutcome, ExportRequest } from '../../shared/export.ts';
import type { Settings } from '../../shared/settings.ts';
import { basename } from 'node:path';
import type { Desktop } from '../desktop.ts';
import { confirmAccess } from '../exports/confirm-access.ts';
import { exportFormats } from '../exports/formats/index.ts';
import { prepareExport, requireOneText, type PreparedExport } from '../exports/prepare.ts';
import { previewExport } from '../exports/preview.ts';
import type { DraggedFiles } from '../exports/dragged-files.ts';
import type { ExportCounts } from '../exports/save.ts';
import type { ExportRuns } from '../exports/runs.ts';
import type { Session } from '../sessions.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests that export; the window names ids, filters and formats, never a path. */
export function exportHandlers(parts: {
  session: (accountId: string) => Session;
  desktop: Desktop;
  exportRuns: ExportRuns;
  draggedFiles: DraggedFiles;
  settings: () => Settings;
}): HandlersOf<'exports'> {
  const { session, desktop, exportRuns, draggedFiles, settings } = parts;
  const prepare = async (request: ExportRequest): Promise<PreparedExport> => {
    const { store, unlock } = session(request.accountId);
    await unlock();
    return prepareExport(store, request);
  };
  const write = async (request: ExportRequest, path: string): Promise<ExportCounts> => {
    const { accountId, ...choices } = request;
    const { store, syncTarget, unlock } = session(accountId);
    const { databaseFile } = syncTarget;
    const source = { accountId, store, databaseFile, privateKey: await unlock() };
    return exportRuns.save(source, { choices, path });
  };
  return {
    'exports:formats': () => exportFormats.map(describeFormat),
    'exports:preview': async (request, call) => {
      const { store, unlock } = session(request.accountId);
      await unlock();
      return previewExport(store, request, request.revealSecrets, call?.signal);
    },
    'exports:copy': async (request): Promise<ExportOutcome> => {
      requireOneText(request);
      const prepared = await prepare(request);
      const text = [...prepared.lines].map((line) => `${line}\n`).join('');
      await desktop.copySecret(text, settings().clipboardClearSeconds);
      return { ...prepared.count(), fileName: null, fileCount: 0 };
    },
    'exports:save': async (request): Promise<ExportOutcome | null> => {
      const path = await desktop.chooseSaveFile(suggestName(request, await prepare(request)));
      if (path === null) return null;
      const { fileNames, ...counts } = await write(request, path);
      const [fileName = basename(path)] = fileNames;
      return { ...counts, fileName, fileCount: fileNames.length };
    },
    'exports:drag': async (request): Promise<ExportOutcome> => {
      const name = suggestName(request, await prepare(request));
      const { counts, paths } = await draggedFiles.make(name, (path) => write(request, path));
      desktop.dragFiles(paths);
      const { fileNames, ...rest } = counts;
      return { ...rest, fileName: fileNames[0] ?? name, fileCount: fileNames.length };
    },
    'exports:confirm': async ({ accountId, ...choices }, call) => {
      const { store, client } = session(accountId);
      return confirmAccess({ client: await client(), store }, choices, call);
    },
    'exports:cancel': async ({ accountId }) => {
      await exportRuns.cancel(accountId);
      return null;
    },
  };
}

const describeFormat = ({
  name,
  aliases,
  label,
  group,
  extension,
  mimeType,
  protocol,
  example,
  hasCredentials,
  hasIpv6,
  forbidden,
  maxProxies,
}: ExportFormatInfo): ExportFormatInfo => ({
  name,
  aliases,
  label,
  group,
  extension,
  mimeType,
  protocol,
  example,
  hasCredentials,
  hasIpv6,
  forbidden,
  maxProxies,
});

function suggestName({ proxyUserId }: ExportRequest, { format }: PreparedExport): string {
  const user = proxyUserId.replace(/[^\w.-]+/g, '_').slice(0, 60);
  return `proxies-${user}.${format.extension}`;
}
