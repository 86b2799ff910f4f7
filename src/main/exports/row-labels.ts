import type { ExportOptions } from '../../shared/export.ts';
import { fail } from '../../shared/failure.ts';
import type { ExportFormat } from './format.ts';

/**
 * Gives rows the labels in turn, the first one again after the last.
 *
 * @returns the label of the row before which so many were written; undefined: there are none
 * @throws FailureError `invalid-input` where the format would not show them
 */
export function createRowLabels(
  { labels = [] }: ExportOptions,
  format: ExportFormat,
): (writtenCount: number) => string | undefined {
  if (labels.length > 0 && format.canCarryLabels !== true) {
    throw fail(
      'invalid-input',
      `${format.label} has no place for labels. Choose a format that names its proxies, or a template with {label}.`,
    );
  }
  return (writtenCount) => labels[writtenCount % labels.length];
}
