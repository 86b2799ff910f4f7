import { checkBaseUrl, type CustomerProfile } from '../../shared/account.ts';
import { ask } from '../bridge.ts';
import { createTask } from '../kit/async/task.svelte.ts';

/** A key pair while it is typed in, whether it was tried, and what went wrong. Create it while a component is set up. */
export class KeyForm {
  baseUrl = $state('');
  publicKey = $state('');
  privateKey = $state('');
  profile = $state.raw<CustomerProfile | null>(null);
  readonly #check = createTask();
  readonly #save = createTask();
  readonly isChecking = $derived(this.#check.isBusy);
  readonly isBusy = $derived(this.#check.isBusy || this.#save.isBusy);
  readonly failure = $derived(this.#check.failure ?? this.#save.failure);
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

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** The keys as they are sent: no space around them. */
  get keys(): { publicKey: string; privateKey: string } {
    return { publicKey: this.publicKey.trim(), privateKey: this.privateKey.trim() };
  }

  /** Aborts a check of other keys, and forgets what an earlier one said. A save continues. */
  changed(): void {
    this.profile = null;
    this.#check.cancel();
    if (!this.#save.isBusy) this.#save.cancel();
  }

  /** Asks the service whose account these keys open; aborted when the form is closed. */
  async check(): Promise<void> {
    if (this.isBusy) return;
    this.changed();
    const args = { baseUrl: this.baseUrl.trim(), ...this.keys };
    const profile = await this.#check.run((signal) => ask('accounts:try', args, signal));
    if (profile !== undefined) this.profile = profile;
  }

  /** Runs the work that saves the keys, and what follows it; closing the form does not stop it. */
  async save(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.#check.cancel();
    await this.#save.run(work);
  }
}
