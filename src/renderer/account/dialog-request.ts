import type { AccountSummary } from '../../shared/account.ts';
import type { ReferenceKind } from '../../shared/reference.ts';
import type { TestRunSummary } from '../../shared/test-run.ts';
import type { AnnotationTarget } from './annotation-target.ts';
import type { SavedView } from './saved-view.ts';

/** Which proxies a dialog begins with. */
export type ProxyScope = 'selection' | 'query' | 'all';

/** The proxies that failed in a test run, to be tested as they were. */
export interface TestAgain {
  readonly run: TestRunSummary;
  readonly proxyIds: readonly string[];
}

/** The dialog that is open, and what it begins with. */
export type DialogRequest =
  | {
      readonly kind: 'export';
      readonly proxyUserId?: string | undefined;
      readonly scope?: ProxyScope;
      /** Which of the two ways out is the main one; a file unless said. */
      readonly goal?: 'copy' | 'save';
    }
  | { readonly kind: 'test'; readonly scope?: ProxyScope; readonly again?: TestAgain }
  | { readonly kind: 'add-account' }
  | { readonly kind: 'replace-keys'; readonly account: AccountSummary }
  | { readonly kind: 'remove-account'; readonly account: AccountSummary }
  | { readonly kind: 'adjustment'; readonly id: string }
  | { readonly kind: 'edit-service'; readonly id: string }
  | { readonly kind: 'filter-reference' }
  | { readonly kind: 'reference'; readonly reference: ReferenceKind; readonly id: string }
  | { readonly kind: 'access'; readonly scope?: ProxyScope }
  | { readonly kind: 'profile' }
  | { readonly kind: 'settings' }
  /** With `view` that one is renamed. */
  | { readonly kind: 'save-view'; readonly view?: SavedView }
  | { readonly kind: 'tags' | 'note'; readonly target: AnnotationTarget }
  | { readonly kind: 'manage-tags' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' };
