import { checkBaseUrl, type CustomerProfile } from '../../shared/account.ts';
import { asFailure, type Failure } from '../../shared/failure.ts';
import { ask } from '../bridge.ts';

/** A key pair while it is typed in, whether it was tried, and what went wrong. */
export class KeyForm {
  baseUrl = $state('');
  publicKey = $state('');
  privateKey = $state('');
  profile = $state.raw<CustomerProfile | null>(null);
  failure = $state.raw<Failure | null>(null);
  isBusy = $state(false);
  /** The service is being asked; it may take its time, and may be asked again. */
  isChecking = $state(false);
  /** What is wrong with the address; null: nothing, or none was given yet. */
  readonly baseUrlProblem = $derived.by(() => {
    const checked = this.baseUrl.trim() === '' ? null : checkBaseUrl(this.baseUrl);
    return checked !== null && 'problem' in checked ? checked.problem : null;
  });
  readonly isComplete = $derived.by(
    () =>
      [this.baseUrl, this.publicKey, this.privateKey].every((text) => text.trim() !== '') &&
      this.baseUrlProblem === null,
  );
  /** The keychain can't take keys now; the person may keep them in memory. */
  readonly isKeychainAway = $derived.by(
    () => this.failure?.code === 'keychain-unavailable' || this.failure?.code === 'keychain-locked',
  );

  readonly #leaving = new AbortController();

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** The keys as they are sent: no space around them. */
  get keys(): { publicKey: string; privateKey: string } {
    return { publicKey: this.publicKey.trim(), privateKey: this.privateKey.trim() };
  }

  /** Forgets what an earlier try said, since something was changed. */
  changed(): void {
    this.profile = null;
    this.failure = null;
  }

  /** Asks the service whose account these keys open. */
  async check(): Promise<void> {
    const { signal } = this.#leaving;
    this.isChecking = true;
    await this.run(async () => {
      this.profile = null;
      const baseUrl = this.baseUrl.trim();
      this.profile = await ask('accounts:try', { baseUrl, ...this.keys }, signal);
    });
    this.isChecking = false;
  }

  /** Aborts a check when the form is closed; writes continue. */
  leave(): void {
    this.#leaving.abort();
  }

  /** Runs one piece of work at a time and keeps its failure; true: it went well. */
  async run(work: () => Promise<void>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.failure = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.failure = asFailure(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
