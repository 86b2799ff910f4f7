import type { ExportFormatInfo, ExportOutcome, ExportRequest } from '../../shared/export.ts';
import type { Settings } from '../../shared/settings.ts';
import { basename } from 'node:path';
import type { Desktop } from '../desktop.ts';
import { confirmAccess } from '../exports/confirm-access.ts';
import { exportFormats } from '../exports/formats/index.ts';
import { prepareExport, requireOneText, type PreparedExport } from '../exports/prepare.ts';
import type { DraggedFiles } from '../exports/dragged-files.ts';
import type { Save } from '../exports/save-preset.ts';
import { isBriefExport } from '../jobs/is-brief.ts';
import type { JobCopy, JobRuns } from '../jobs/runs.ts';
import type { Emit } from '../emit.ts';
import type { Session } from '../sessions.ts';
import type { HandlersOf } from './handlers.ts';
import { tellSometimes } from './tell-sometimes.ts';

/** Requests that export; the window names ids, filters and formats, never a path. */
export function exportHandlers(parts: {
  session: (accountId: string) => Session;
  /** The offline copy, for jobs that need passwords. */
  unlockedCopy: (accountId: string) => Promise<JobCopy>;
  save: (accountId: string) => Save;
  desktop: Desktop;
  emit: Emit;
  jobRuns: JobRuns;
  draggedFiles: DraggedFiles;
  settings: () => Settings;
}): HandlersOf<'exports'> {
  const { session, unlockedCopy, save, desktop, emit, jobRuns, draggedFiles, settings } = parts;
  const prepare = async (request: ExportRequest): Promise<PreparedExport> => {
    const { store, unlock } = session(request.accountId);
    await unlock();
    return prepareExport(store, request);
  };
  return {
    'exports:formats': () => exportFormats.map(describeFormat),
    'exports:preview': async (request, call) => {
      const { accountId, revealSecrets, ...choices } = request;
      const copy = await unlockedCopy(accountId);
      const isBrief = isBriefExport(choices);
      const args = { choices, revealSecrets };
      return jobRuns.run(copy, 'exports:preview', args, { isBrief, signal: call?.signal });
    },
    'exports:copy': async (request): Promise<ExportOutcome> => {
      const { accountId, ...choices } = request;
      requireOneText(choices);
      const copy = await unlockedCopy(accountId);
      const { text, ...counts } = await jobRuns.run(
        copy,
        'exports:text',
        { choices },
        {
          isBrief: isBriefExport(choices),
          onProgress: tellSometimes((writtenCount) => {
            emit('exports:progress', { accountId, writtenCount });
          }),
        },
      );
      await desktop.copySecret(text, settings().clipboardClearSeconds);
      return { ...counts, fileName: null, fileCount: 0 };
    },
    'exports:save': async (request): Promise<ExportOutcome | null> => {
      const path = await desktop.chooseSaveFile(suggestName(request, await prepare(request)));
      if (path === null) return null;
      const { accountId, ...choices } = request;
      const { fileNames, ...counts } = await save(accountId)({ choices, path });
      const [fileName = basename(path)] = fileNames;
      return { ...counts, fileName, fileCount: fileNames.length };
    },
    'exports:drag': async (request): Promise<ExportOutcome> => {
      const name = suggestName(request, await prepare(request));
      const { accountId, ...choices } = request;
      const { counts, paths } = await draggedFiles.make(name, (path) =>
        save(accountId)({ choices, path }),
      );
      desktop.dragFiles(paths);
      const { fileNames, ...rest } = counts;
      return { ...rest, fileName: fileNames[0] ?? name, fileCount: fileNames.length };
    },
    'exports:confirm': async ({ accountId, ...choices }, call) => {
      const { store, client } = session(accountId);
      return confirmAccess({ client: await client(), store }, choices, call);
    },
    'exports:cancel': async ({ accountId }) => {
      await jobRuns.cancel(accountId, ['exports:save', 'exports:text']);
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
