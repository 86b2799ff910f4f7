import type { JsonObject } from '../../shared/json.ts';
import { readText } from '../format/format-field.ts';
import {
  toMetadataRows,
  type MetadataRow,
  describeChanges,
  readChanges,
  readSwitch,
  type Switch,
} from './service-edit.ts';

/** Compared with the service as last read. */
export class ServiceForm {
  #first = '';
  record: JsonObject = $state.raw({});
  paymentMethodId = $state('');
  automaticCollection = $state<Switch>('unknown');
  pendingCancellation = $state<Switch>('unknown');
  cancelComment = $state('');
  cancelFeedback = $state('');
  metadata = $state.raw<readonly MetadataRow[]>([]);
  readonly read = $derived.by(() => readChanges(this.record, this));
  readonly lines = $derived.by(() => describeChanges(this.record, this.read.changes));

  /** @param record as received */
  constructor(record: JsonObject) {
    this.record = record;
    this.paymentMethodId = readText(record, 'payment_method_id') ?? '';
    this.automaticCollection = readSwitch(record['service_is_automatic_collection']);
    this.pendingCancellation = readSwitch(record['service_is_pending_cancellation']);
    this.metadata = toMetadataRows(record['service_metadata']);
    this.#first = JSON.stringify(this.draft());
  }

  /** Null: nothing typed; switches begin as in the service. */
  draft() {
    const { paymentMethodId, cancelComment, cancelFeedback, metadata } = this;
    const texts = { paymentMethodId, cancelComment, cancelFeedback, metadata };
    return JSON.stringify(texts) === this.#first ? null : texts;
  }

  takeDraft(kept: NonNullable<ReturnType<ServiceForm['draft']>>): void {
    Object.assign(this, kept);
  }

  get canSend(): boolean {
    return this.read.problem === null && this.lines.length > 0;
  }

  addRow(): void {
    const id = this.metadata.reduce((most, row) => Math.max(most, row.id + 1), 0);
    this.metadata = [...this.metadata, { id, key: '', text: '' }];
  }

  changeRow(id: number, change: Partial<Omit<MetadataRow, 'id'>>): void {
    this.metadata = this.metadata.map((row) => (row.id === id ? { ...row, ...change } : row));
  }

  removeRow(id: number): void {
    this.metadata = this.metadata.filter((row) => row.id !== id);
  }
}
