import { createHash } from 'node:crypto';
import type { Call } from '@suyuan/contract/call/call.ts';

/**
 * What makes it safe to send something again: the sender's key, the call that it was sent by, and a fingerprint of the content
 * that the key stands for. `part` is the place of one of several things that a call sends, each of which has an answer of its own.
 */
export interface IdempotencyKey {
  readonly call: string;
  readonly key: string;
  readonly part?: number;
  readonly fingerprint: Buffer;
}

/** The idempotency key of a call by its validated input; undefined if the sender gave none. */
export function idempotencyOf(
  { path }: Pick<Call, 'path'>,
  { batch_key: key, ...content }: { readonly batch_key?: string | undefined },
): IdempotencyKey | undefined {
  return key === undefined ? undefined : { call: path, key, fingerprint: fingerprintOf(content) };
}

/** A hash of JSON that does not depend on the order of fields: a sender may write them in another order the second time. */
export const fingerprintOf = (content: object): Buffer =>
  createHash('sha256').update(JSON.stringify(content, inOrder)).digest();

const inOrder = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
