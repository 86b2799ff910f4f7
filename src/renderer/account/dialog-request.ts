import type { AccountSummary } from '../../shared/account.ts';
import type { ExportPreset } from '../../shared/exports/export-preset.ts';
import type { ReferenceKind } from '../../shared/records/reference.ts';
import type { ProxyTarget } from './action-target.ts';
import type { AnnotationTarget } from './annotation-target.ts';
import type { SavedView } from './saved/saved-view.ts';

/** The dialog that is open, and what it begins with. */
export type DialogRequest =
  | {
      readonly kind: 'export';
      readonly target: ProxyTarget;
      /** The main action of the dialog; default: `save`. */
      readonly goal?: 'copy' | 'save';
      /** Begins with the choices of this preset. */
      readonly preset?: ExportPreset;
    }
  | { readonly kind: 'rename-preset'; readonly preset: ExportPreset }
  | { readonly kind: 'test'; readonly target: ProxyTarget }
  | { readonly kind: 'access'; readonly target: ProxyTarget }
  | { readonly kind: 'add-account' }
  | { readonly kind: 'replace-keys'; readonly account: AccountSummary }
  | { readonly kind: 'remove-account'; readonly account: AccountSummary }
  | { readonly kind: 'adjustment'; readonly id: string }
  | { readonly kind: 'edit-service'; readonly id: string }
  | { readonly kind: 'filter-reference' }
  | { readonly kind: 'reference'; readonly reference: ReferenceKind; readonly id: string }
  | { readonly kind: 'profile' }
  | { readonly kind: 'settings' }
  /** With `view` that one is renamed. */
  | { readonly kind: 'save-view'; readonly view?: SavedView }
  | { readonly kind: 'tags' | 'note'; readonly target: AnnotationTarget }
  | { readonly kind: 'manage-tags' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' };
