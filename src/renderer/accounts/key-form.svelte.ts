import { checkBaseUrl, type CustomerProfile } from '../../shared/account.ts';
import { FailureError, asFailure, failures, type Failure } from '../../shared/failure.ts';
import { ask } from '../bridge.ts';
import { createTask, type Task } from '../kit/async/task.svelte.ts';

/** What the form sends. */
export interface EnteredKeys {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** The keychain can't take the keys: they stay in memory. */
  readonly keysInMemory?: boolean;
}

/** A key pair while it is typed in, whether it was tried, and what went wrong. Create it while a component is set up. */
export class KeyForm {
  baseUrl = $state('');
  publicKey = $state('');
  privateKey = $state('');
  profile = $state.raw<CustomerProfile | null>(null);
  readonly #check: Task;
  readonly #save: Task;
  readonly isChecking = $derived.by(() => this.#check.isBusy);
  readonly isBusy = $derived.by(() => this.#check.isBusy || this.#save.isBusy);
  readonly failure = $derived.by(() => this.#check.failure ?? this.#save.failure);
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

  /** The last save failed because the service did not confirm the keys; they may be saved all the same. */
  canSaveUnchecked = $state(false);
  /** Why keys that were not saved may be saved all the same. */
  readonly uncheckedNote = $derived.by(() =>
    this.failure !== null && failures[this.failure.code].remedy === 'replace-keys'
      ? 'The service was reached and refused them. Correct them, or save them as they are.'
      : 'If they are right and the service cannot be reached now, save them unchecked.',
  );

  /** @param makeTask makes the tasks of the form; by default they end with the component */
  constructor(baseUrl: string, makeTask: () => Task = createTask) {
    this.#check = makeTask();
    this.#save = makeTask();
    this.baseUrl = baseUrl;
  }

  /** The keys as they are sent: no space around them. */
  get keys(): { publicKey: string; privateKey: string } {
    return { publicKey: this.publicKey.trim(), privateKey: this.privateKey.trim() };
  }

  /** Aborts a check of other keys, and forgets what an earlier one said. A save continues. */
  changed(): void {
    this.profile = null;
    this.canSaveUnchecked = false;
    this.#check.cancel();
    if (!this.#save.isBusy) this.#save.cancel();
  }

  /** Asks the service whose account these keys open; aborted when the form is closed. */
  async check(): Promise<void> {
    if (this.isBusy) return;
    this.changed();
    const profile = await this.#check.run((signal) => this.#try(signal));
    if (profile !== undefined) this.profile = profile;
  }

  /**
   * Checks the keys, then runs the work that saves them, and what follows it; closing the form does not stop it.
   *
   * @param isChecked false: saves without asking the service, for people who set up an account offline
   */
  async save(work: () => Promise<void>, isChecked = true): Promise<void> {
    if (this.isBusy) return;
    this.#check.cancel();
    await this.#save.run(async () => {
      if (isChecked && this.profile === null) {
        this.canSaveUnchecked = false;
        try {
          this.profile = await this.#try();
        } catch (error) {
          this.canSaveUnchecked = true;
          throw error;
        }
      }
      await work();
    });
  }

  /** @throws FailureError those of the request, in the words of somebody who has no data yet */
  async #try(signal?: AbortSignal): Promise<CustomerProfile> {
    try {
      return await ask('accounts:try', { baseUrl: this.baseUrl.trim(), ...this.keys }, signal);
    } catch (error) {
      throw new FailureError(describeTried(asFailure(error)));
    }
  }
}

/** What a failed check means while an account is set up: nothing is cached yet, and the address may be wrong. */
function describeTried(failure: Failure): Failure {
  if (failure.code === 'not-found') {
    const message =
      'The service has no API at this address. Check the base URL; it includes the version, such as “/1.0”.';
    return { ...failure, message };
  }
  return { ...failure, message: failure.message.replace(/ Cached data remains available\./, '') };
}
