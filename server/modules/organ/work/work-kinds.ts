import type { WaitingItems, WaitingWork } from '#platform/notices/waiting.ts';

/** A kind of work with items. */
export type ItemWork = WaitingWork & { readonly items: WaitingItems };

/** A row that waits, as its kind declares it. */
export interface WaitingRow {
  readonly subject_id: number;
  readonly what: string | null;
  readonly since: Date | null;
  readonly due: Date | null;
  readonly owner: number | null;
  readonly warehouse: number | null;
  readonly about_dealer: number | null;
  readonly dealer: number | null;
  readonly factory: number | null;
  readonly except: number | null;
  readonly usual: number | null;
}

/** An item under way. */
export interface OpenItem {
  readonly id: number;
  readonly subject_id: number;
  readonly what: string;
  readonly since: Date;
  readonly due_at: Date | null;
  readonly owner_id: number | null;
  readonly role_id: number | null;
  readonly except_id: number | null;
  readonly by_person: boolean;
}

/** Whose an item is: a person's, or that of the people of a role. */
export interface Owner {
  readonly owner: number | null;
  readonly role: number | null;
}
