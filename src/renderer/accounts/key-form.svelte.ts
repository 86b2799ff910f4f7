import { checkBaseUrl, type CustomerProfile } from '../../shared/account.ts';
import { FailureError, asFailure, failures, type Failure } from '../../shared/failure.ts';
import { ask } from '../bridge.ts';
import { createTask, type Task } from '../kit/async/task.svelte.ts';

export interface EnteredKeys {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** If the keychain can't take them. */
  readonly keysInMemory?: boolean;
}

/** A key pair while typed and tried; create it in set-up. */
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
  /** Null: none, or no address yet. */
  readonly baseUrlProblem = $derived.by(() => {
    const checked = this.baseUrl.trim() === '' ? null : checkBaseUrl(this.baseUrl);
    return checked !== null && 'problem' in checked ? checked.problem : null;
  });
  readonly isComplete = $derived.by(
    () =>
      [this.baseUrl, this.publicKey, this.privateKey].every((text) => text.trim() !== '') &&
      this.baseUrlProblem === null,
  );
  /** The person may keep keys in memory. */
  readonly isKeychainAway = $derived.by(
    () => this.failure?.code === 'keychain-unavailable' || this.failure?.code === 'keychain-locked',
  );

  /** The service did not confirm the keys; they may be saved anyway. */
  canSaveUnchecked = $state(false);
  /** Why unsaved keys may be saved anyway. */
  readonly uncheckedNote = $derived.by(() =>
    this.failure !== null && failures[this.failure.code].remedy === 'replace-keys'
      ? 'The service was reached and refused them. Correct them, or save them as they are.'
      : 'If they are right and the service cannot be reached now, save them unchecked.',
  );

  /** @param makeTask default: tasks that end with the component */
  constructor(baseUrl: string, makeTask: () => Task = createTask) {
    this.#check = makeTask();
    this.#save = makeTask();
    this.baseUrl = baseUrl;
  }

  /** Trimmed. */
  get keys(): { publicKey: string; privateKey: string } {
    return { publicKey: this.publicKey.trim(), privateKey: this.privateKey.trim() };
  }

  /** Aborts a check and forgets the last; a save continues. */
  changed(): void {
    this.profile = null;
    this.canSaveUnchecked = false;
    this.#check.cancel();
    if (!this.#save.isBusy) this.#save.cancel();
  }

  /** Aborted with the form. */
  async check(): Promise<void> {
    if (this.isBusy) return;
    this.changed();
    const profile = await this.#check.run((signal) => this.#try(signal));
    if (profile !== undefined) this.profile = profile;
  }

  /**
   * Checks, then saves; closing the form does not stop it.
   *
   * @param isChecked false: offline, without the service
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

  /** @throws FailureError of the request, for somebody without data */
  async #try(signal?: AbortSignal): Promise<CustomerProfile> {
    try {
      return await ask('accounts:try', { baseUrl: this.baseUrl.trim(), ...this.keys }, signal);
    } catch (error) {
      throw new FailureError(describeTried(asFailure(error)));
    }
  }
}

/** Nothing is cached yet, and the address may be wrong. */
function describeTried(failure: Failure): Failure {
  if (failure.code === 'not-found') {
    const message =
      'The service has no API at this address. Check the base URL; it includes the version, such as “/1.0”.';
    return { ...failure, message };
  }
  return { ...failure, message: failure.message.replace(/ Cached data remains available\./, '') };
}
