import type { TakenCode } from '../../../contract/physical/waybill.ts';
import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import type { Account, Caller } from '../../platform/caller.ts';
import { hearerOf, type Services } from '../../platform/services.ts';
import type { Rooms } from '../../rooms.ts';
import { AskedCodes, saidTo } from '../../trace/asked/asked-codes.ts';
import type { RefusedText } from '../../trace/asked/refused-texts.ts';
import type { ActInput } from '../../trace/capture/acts/acting/act-input.ts';
import type { Refused } from '../../trace/capture/acts/acting/refused.ts';

/** What became of codes that were acted on each by itself. */
export interface EachCode {
  readonly taken: readonly TakenCode[];
  readonly refusals: readonly ActRefusal[];
}

export interface SentCodes {
  readonly codes: readonly string[];
  readonly batch_key?: string;
}

/** What is done with a code. */
export type InputOfCode = (code: number, batchKey: string | null) => ActInput;

/** How the acts of one call are told apart when it comes again. */
const keyOf = (batchKey: string | undefined, index: number): string | null =>
  batchKey ? `${batchKey}/${index}` : null;

/**
 * Acts on codes each by itself: one that is refused takes no other with it. Sent again with the same key, what was taken
 * answers as before and what was refused is tried again.
 */
export async function actOnEach(
  services: Services,
  rooms: Rooms,
  caller: Caller<Account>,
  { codes, batch_key }: SentCodes,
  input: InputOfCode,
  /** What must hold before anything is done; it is found out while the codes are read. */
  allowed?: Promise<unknown>,
): Promise<EachCode> {
  const { asked, found } = await AskedCodes.sort(services, rooms, caller, codes, { allowed });
  const captured = await Promise.all(
    found.map((one, index) =>
      typeof one === 'number' ? rooms.capture.act(input(one, keyOf(batch_key, index))) : undefined,
    ),
  );
  const refused = captured.flatMap((one): readonly Refused[] => (one && 'refused' in one ? one.refused : []));
  const unread = found.filter((one) => typeof one !== 'number');
  const taken = captured.flatMap((one, index) => {
    if (!one || 'refused' in one) return [];
    // Answers that were kept before they told the product are told as they are.
    return [{ code: codes[index] as string, product_id: one.productId ?? null, units: one.units }];
  });
  const hearer = hearerOf(services, caller);
  return {
    taken,
    refusals: [...unread, ...(await asked.texts(refused))].map((one) => saidTo(hearer, one)),
  };
}

/** Codes as they were sent, by their ids. */
export const textsOf = (
  sent: readonly string[],
  found: readonly (number | RefusedText)[],
): ReadonlyMap<number, string> =>
  new Map(found.flatMap((one, at) => (typeof one === 'number' ? [[one, sent[at] as string] as const] : [])));
