import type { ExceptionCause, ExceptionKindName, ExceptionSource } from '@suyuan/contract/trace/exception.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type Type from 'typebox';
import type { Beyond } from './correction.ts';
import type { Side } from './side.ts';

/** A kind of exception, declared by the room that raises it. */
export interface ExceptionKind<Content extends Type.TObject = Type.TObject> {
  readonly name: ExceptionKindName;
  /** The schema of `raw` for kinds that can be retried; content that does not match it cannot be. */
  readonly content?: Content;
}

export const defineExceptionKind = <Content extends Type.TObject>(
  kind: ExceptionKind<Content>,
): ExceptionKind<Content> => kind;

/** A refusal as it is stored: with printed codes, in no language. */
export interface ToldRefusal {
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** Where a exception came from. A device is shown by its own name unless `name` is given. */
export type Origin =
  | { readonly source: Extract<ExceptionSource, 'device'>; readonly deviceKeyId: number; readonly name?: string }
  | { readonly source: Exclude<ExceptionSource, 'device'>; readonly name: string; readonly deviceKeyId?: number };

/** Something that came in and does not fit. */
export interface RaisedException {
  /** The key of the cause: while an exception with it is open, the same exception is counted there and opens no second one. */
  readonly about: string;
  readonly cause: ExceptionCause;
  readonly origin: Origin;
  /** The message as it was received. */
  readonly raw: object;
  /** The codes concerned, as they are printed. */
  readonly codes?: readonly string[];
  readonly workOrderId?: number | null;
  /** How much goods it is about, and of which product; null for several. */
  readonly goods?: { readonly units: number; readonly productId: number | null } | undefined;
  readonly refusals?: readonly ToldRefusal[];
  readonly sides?: readonly Side[];
}

/** One retry of what came in. */
export interface Trial<Content> {
  /** The original content, or what a person has corrected it to. */
  readonly content: Content;
  readonly deviceKeyId: number | null;
  /** Who retries it: the record of what is done names this person beside the device. */
  readonly accountId: number;
  /** An idempotency key, the same for the same content of the same exception. */
  readonly key: string;
}

export type Tried = { readonly taken: true } | { readonly taken: false; readonly refusals: readonly ToldRefusal[] };

/** Retries a kind, in a transaction of its own that is committed when the promise resolves. */
export interface ExceptionWork<Content> {
  /** What a retry sends unless somebody corrects it; what came in by default. */
  again?(raw: object, codes: readonly string[]): object;
  /**
   * What corrected content says beyond correcting what was wrong. A retry events in the name of the device, so without the right of
   * the desk it may only say the same with what was wrong left out or put right.
   */
  beyond(
    came: Partial<Record<keyof Content, unknown>>,
    given: Content,
    refused: readonly ToldRefusal[],
  ): readonly Beyond[];
  retry(trial: Trial<Content>): Promise<Tried>;
}
