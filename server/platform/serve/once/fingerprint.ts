import { createHash } from 'node:crypto';

/** A hash of JSON that does not depend on the order of fields: a sender may write them in another order the second time. */
export const fingerprintOf = (content: object): Buffer =>
  createHash('sha256').update(JSON.stringify(content, inOrder)).digest();

const inOrder = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
