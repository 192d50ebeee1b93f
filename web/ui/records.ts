import type { Call } from '../../contract/call/call.ts';

/** A row of a list, as its page answers it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number | string };

/** Another list whose rows a field refers to: a call that answers pages, or one that answers the rows to choose from. */
export type Reference = ({ readonly page: Call } | { readonly list: Call }) & {
  readonly label: (row: Row) => string;
  /** Fixed filters, e.g. only what is enabled. */
  readonly filters?: Readonly<Record<string, unknown>>;
};
