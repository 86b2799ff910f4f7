import type { ExportOptions } from '../../shared/export.ts';
import { fail } from '../../shared/failure.ts';
import type { ExportFormat } from './format.ts';

/**
 * Assigns labels to rows in rotation.
 *
 * @returns a function from the number of rows written before to the label; undefined without labels
 * @throws FailureError `invalid-input` if the format does not write labels
 */
export function createRowLabels(
  { labels = [] }: ExportOptions,
  format: ExportFormat,
): (writtenCount: number) => string | undefined {
  if (labels.length > 0 && format.canCarryLabels !== true) {
    throw fail(
      'invalid-input',
      `${format.label} does not support labels. Choose a format with names, or a template with {label}.`,
    );
  }
  return (writtenCount) => labels[writtenCount % labels.length];
}
