import type { ExportChoices } from '../../shared/export.ts';
import type { ProxySelection } from '../../shared/test-run.ts';

/** So many rows by their ids are read or changed in a few milliseconds: less than a thread takes to start. */
const briefCount = 500;

/** Whether a choice of rows is known to be a small one without looking. */
export const isBriefSelection = (rows: ProxySelection): boolean =>
  rows.kind === 'ids' && rows.ids.length <= briefCount;

/** Whether an export reads a few rows and nothing of all the others. */
export const isBriefExport = ({ proxies, options }: ExportChoices): boolean =>
  isBriefSelection(proxies) && options?.isDistinct !== true;
