import type { TakenCode } from '../../../contract/physical/waybill.ts';
import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import type { Account, Caller } from '../../platform/caller.ts';
import { hearerOf, type Services } from '../../platform/services.ts';
import type { Rooms } from '../../rooms.ts';
import { AskedCodes, saidTo } from '../../trace/asked/asked-codes.ts';
import type { RefusedText } from '../../trace/asked/refused-texts.ts';
import type { ActInput } from '../../trace/capture/acts/acting/act-input.ts';
import type { Refused } from '../../trace/capture/acts/acting/refused.ts';

/** The results of acts on individual codes. */
export interface EachCode {
  readonly taken: readonly TakenCode[];
  readonly refusals: readonly ActRefusal[];
}

export interface SentCodes {
  readonly codes: readonly string[];
  readonly batch_key?: string;
}

/** Makes the act for a code, given its idempotency key. */
export type InputOfCode = (code: number, batchKey: string | null) => ActInput;

/** The idempotency key of the act for the code at an index. */
const keyOf = (batchKey: string | undefined, index: number): string | null =>
  batchKey ? `${batchKey}/${index}` : null;

/**
 * Performs an act for each code separately, so that a refusal does not affect other codes. If the call is repeated with the same
 * key, accepted codes are answered as before, and refused ones are tried again.
 */
export async function actOnEach(
  services: Services,
  rooms: Rooms,
  caller: Caller<Account>,
  { codes, batch_key }: SentCodes,
  input: InputOfCode,
  /** A check that must pass before any act; it runs while the codes are looked up. */
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
    // Answers stored by earlier versions lack the product.
    return [{ code: codes[index] as string, product_id: one.productId ?? null, units: one.units }];
  });
  const hearer = hearerOf(services, caller);
  return {
    taken,
    refusals: [...unread, ...(await asked.texts(refused))].map((one) => saidTo(hearer, one)),
  };
}

/** The codes as they were sent, by code id. */
export const textsOf = (
  sent: readonly string[],
  found: readonly (number | RefusedText)[],
): ReadonlyMap<number, string> =>
  new Map(found.flatMap((one, at) => (typeof one === 'number' ? [[one, sent[at] as string] as const] : [])));
