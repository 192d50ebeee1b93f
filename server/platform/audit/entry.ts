import type { MacKey } from '../secrets/master-key.ts';

/** A link of the chain: the record's own columns and the digest of its changes. */
export interface Entry {
  readonly id: number;
  readonly at: Date;
  readonly account_id: number;
  readonly account_name: string;
  readonly ip: string;
  readonly call: string;
  readonly input: string;
  readonly changes: number;
  readonly changes_digest: string;
}

export function macOf(key: MacKey, entry: Entry, previous: string): string {
  const { id, at, account_id, account_name, ip, call, input, changes, changes_digest } = entry;
  const facts = [previous, id, at.toISOString(), account_id, account_name, ip, call, input, changes, changes_digest];
  return key.mac(JSON.stringify(facts));
}

const secret = /password|secret|token|ticket|sealed|one_time_code|recovery/;

/** The input for the record: without secrets, with long lists cut and, if `length` is given, long texts cut, too. */
export function shownInput(value: unknown, { items, length }: Brevity = { items: 100 }): unknown {
  const shown = (one: unknown) => shownInput(one, length === undefined ? { items } : { items, length });
  if (Array.isArray(value)) {
    const first = value.slice(0, items).map(shown);
    return value.length > items ? [...first, `… ${value.length - items} more`] : first;
  }
  if (typeof value === 'string' && length !== undefined && value.length > length) return `${value.slice(0, length)}…`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, secret.test(name) ? '•••' : shown(one)]));
}

interface Brevity {
  /** How many items of a list are kept. */
  readonly items: number;
  /** How many characters of a text are kept; all if left out. */
  readonly length?: number;
}
