import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';
import type { EventInput } from './event-input.ts';

/** The state that a code would have without the event that `input` declares wrong. */
export type UnmarkedStates = (input: EventInput, code: number) => CodeRecord;

/** For groups in which nothing is declared wrong. */
export const nothingUnmarked: UnmarkedStates = (_, code) => {
  throw new Error(`no event about code ${code} is being declared wrong`);
};

/** Derives these states by a ledger that leaves out the wrong event. */
export async function unmarkedStates(sql: Connection, inputs: readonly EventInput[]): Promise<UnmarkedStates> {
  const ledgers = new Map<EventInput, Ledger>();
  for (const input of inputs) {
    if (input.act !== 'unmark' && input.act !== 'untravel') continue;
    const ledger = new Ledger(sql, new Set([input.event]));
    await ledger.read(input.codes);
    ledgers.set(input, ledger);
  }
  return (input, code) => {
    const ledger = ledgers.get(input);
    if (!ledger) throw new Error(`the state of code ${code} without the wrong event was not loaded`);
    return ledger.of(code);
  };
}
