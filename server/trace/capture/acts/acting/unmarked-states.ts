import type { Connection } from '../../../../platform/database/database.ts';
import { Ledger } from '../../../state/ledger.ts';
import type { CodeRecord } from '../../../state/record/code-record.ts';
import type { ActInput } from './act-input.ts';

/** What a code would be without the act that is declared wrong. */
export type UnmarkedStates = (input: ActInput, code: number) => CodeRecord;

/** Where nothing is declared wrong. */
export const nothingUnmarked: UnmarkedStates = (_, code) => {
  throw new Error(`no act about ${code} is declared wrong`);
};

/** Reads it from the acts that are left, by which every state is told. */
export async function unmarkedStates(sql: Connection, inputs: readonly ActInput[]): Promise<UnmarkedStates> {
  const ledgers = new Map<ActInput, Ledger>();
  for (const input of inputs) {
    if (input.act !== 'unmark') continue;
    const ledger = new Ledger(sql, new Set([input.event]));
    await ledger.read(input.codes);
    ledgers.set(input, ledger);
  }
  return (input, code) => {
    const ledger = ledgers.get(input);
    if (!ledger) throw new Error(`what ${code} would be was not read`);
    return ledger.of(code);
  };
}
