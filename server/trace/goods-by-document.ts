import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { EventInput } from './capture/context/event-input.ts';
import type { RefusedText } from './lookup/refused-texts.ts';

/** Who did something, and when. */
export type DoneBy = Pick<EventInput, 'at' | 'utcOffset' | 'by' | 'custodian' | 'now' | 'late'>;

/** What is done with goods by a document that was told by another system. */
export interface DoneByDocument {
  readonly act: 'load' | 'unload' | 'ship' | 'receive' | 'take_back';
  /** The waybill; of goods that are taken back, the return. */
  readonly documentId: number;
  /** The codes with the texts that they were told by. */
  readonly codes: ReadonlyMap<number, string>;
  readonly done: DoneBy;
}

/** The rows of what was done, or why it was not. */
export type DocumentOutcome = { readonly events: readonly number[] } | { readonly refused: readonly RefusedText[] };

/** Carries out what is done by documents, with their steps. Provided by the module that keeps waybills and returns. */
export type GoodsByDocument = (
  sql: Connection,
  caller: Pick<Caller<Account>, 'account' | 'db' | 'language'>,
  what: DoneByDocument,
) => Promise<DocumentOutcome>;
