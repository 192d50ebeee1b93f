import type { MacKey } from '../secrets/master-key.ts';

/** What the chain is made of: a record's own facts and its digest of changes. */
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

/** The input as it was given, with secrets left out, long lists cut and, where it is to be brief, long texts too. */
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
  /** Of a list. */
  readonly items: number;
  /** Of a text; as long as it is when left out. */
  readonly length?: number;
}
