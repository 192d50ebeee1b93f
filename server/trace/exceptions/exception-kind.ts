import type Type from 'typebox';
import type { ExceptionCause, ExceptionKindName, ExceptionSource } from '../../../contract/trace/exception.ts';
import type { RefusalReason } from '../../../contract/trace/refusal.ts';
import type { Side } from './side.ts';

/** A kind of exception, as who raises it declares it. */
export interface ExceptionKind<Content extends Type.TObject = Type.TObject> {
  readonly name: ExceptionKindName;
  /** What came in, where it can be tried again: what of `raw` is not so cannot. */
  readonly content?: Content;
}

export const defineExceptionKind = <Content extends Type.TObject>(
  kind: ExceptionKind<Content>,
): ExceptionKind<Content> => kind;

/** Why something was not taken, with codes as they are printed, in no language: what is kept of it. */
export interface ToldRefusal {
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** Who or what said what does not fit. A device goes by its own name where no other is given. */
export type Origin =
  | { readonly source: Extract<ExceptionSource, 'device'>; readonly deviceKeyId: number; readonly name?: string }
  | { readonly source: Exclude<ExceptionSource, 'device'>; readonly name: string; readonly deviceKeyId?: number };

/** Something that came in and does not fit. */
export interface Misfit {
  /** What it is about, in few words that are the same when the same comes in again. */
  readonly about: string;
  readonly cause: ExceptionCause;
  readonly origin: Origin;
  /** As it came in. */
  readonly raw: object;
  /** The codes concerned, as they are printed. */
  readonly codes?: readonly string[];
  readonly workOrderId?: number | null;
  readonly refusals?: readonly ToldRefusal[];
  readonly sides?: readonly Side[];
}

/** Trying again what came in. */
export interface Trial<Content> {
  /** As it came in, or as a person has put it right. */
  readonly content: Content;
  readonly deviceKeyId: number | null;
  /** The same for the same content of the same exception: what was taken under it is not taken twice. */
  readonly key: string;
}

export type Tried = { readonly taken: true } | { readonly taken: false; readonly refusals: readonly ToldRefusal[] };

/** How a kind is tried again: in a transaction of its own, which is durable once it is answered. */
export interface ExceptionWork<Content> {
  retry(trial: Trial<Content>): Promise<Tried>;
}
