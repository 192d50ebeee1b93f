import type { Call } from '@suyuan/contract/call/call.ts';
import type { TakenCode } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { idempotencyOf } from '#trace/capture/context/idempotency.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import { lotNumbers } from '#trace/goods.ts';
import { CodeLookup, refusalMessage } from '#trace/lookup/code-lookup.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';

/** The results of events on individual codes. */
export interface EachCode {
  readonly taken: readonly TakenCode[];
  readonly refusals: readonly EventRefusal[];
  /** Packages that unloaded goods were not put back into, each with what stood in the way. */
  readonly notPutBack: readonly EventRefusal[];
}

/** A call with codes; a batch key stands for all of its input. */
export interface SentCodes {
  readonly call: Call;
  readonly input: { readonly codes: readonly string[]; readonly batch_key?: string };
}

/** Makes the event for a code, given the fields that carry it out once. */
export type InputOfCode = (code: number, once: Pick<EventInput, 'batchKey' | 'idempotency'>) => EventInput;

/** Gives each code an idempotency key of its own, as a part of that of the call. */
const partsOf = ({ call, input }: SentCodes) => {
  const idempotency = idempotencyOf(call, input);
  return (part: number) =>
    idempotency ? { batchKey: `${idempotency.key}/${part}`, idempotency: { ...idempotency, part } } : {};
};

/**
 * Performs an event for each code separately, so that a refusal does not affect other codes. If the call is repeated with the same
 * key, accepted codes are answered as before, and refused ones are tried again. Throws 409 if the key came with other content.
 */
export async function captureEach(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  request: SentCodes,
  captureFor: InputOfCode,
  /** A check that must pass before any event; it runs while the codes are looked up. */
  allowed?: Promise<unknown>,
): Promise<EachCode> {
  const { codes } = request.input;
  const partOf = partsOf(request);
  const { lookup, results } = await CodeLookup.resolve(services, shared, caller, codes, {
    allowed,
    forCapture: true,
  });
  const outcomes = await Promise.all(
    results.map((one, index) =>
      typeof one === 'number' ? shared.capture.event(captureFor(one, partOf(index))) : undefined,
    ),
  );
  const refusals = outcomes.flatMap((one): readonly Refused[] => (one && 'refused' in one ? one.refused : []));
  const unread = results.filter((one) => typeof one !== 'number');
  const successes = outcomes.flatMap((one, index) =>
    one && !('refused' in one) ? [{ ...one, code: codes[index] as string, id: results[index] as number }] : [],
  );
  const { sql } = services.system.codes;
  const [texts, lots] = await Promise.all([
    shared.rules.texts(
      sql,
      successes.map(({ id }) => id),
    ),
    lotNumbers(sql, [...new Set(successes.flatMap(({ lotId }) => lotId ?? []))]),
  ]);
  const goods = successes.map(({ id, code, productId, lotId, units, known }) => ({
    code,
    printed: texts.get(id) ?? code,
    // Answers stored by earlier versions lack the product and the lot.
    product_id: productId ?? null,
    lot: lots.get(lotId ?? 0) ?? null,
    units,
    known: known !== undefined,
  }));
  const remainders = outcomes.flatMap((one) => (one && 'notPutBack' in one ? (one.notPutBack ?? []) : []));
  const locale = localeOf(services, caller);
  return {
    taken: goods,
    refusals: [...unread, ...(await lookup.texts(refusals))].map((one) => refusalMessage(locale, one)),
    notPutBack: (await lookup.texts(remainders)).map((one) => refusalMessage(locale, one)),
  };
}

/** The codes as they were sent, by code id. */
export const textsOf = (
  texts: readonly string[],
  results: readonly (number | RefusedText)[],
): ReadonlyMap<number, string> =>
  new Map(results.flatMap((one, at) => (typeof one === 'number' ? [[one, texts[at] as string] as const] : [])));
