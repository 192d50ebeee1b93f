import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { barter, minderlieferung, rdcDissociated } from '@suyuan/contract/physical/amendment.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { captureAll, doneNow, onceUnderLock } from '#trace/lookup/events-together.ts';
import { placeOf } from '#trace/places.ts';
import type { DamagedCode } from '#trace/services.ts';
import { requireSender } from '../require-waybill.ts';
import { codesOn, destinationPlace, type LockedWaybill, lockFor } from './waybill-steps.ts';

/** 减货, 换货 and 解除运单关联: corrections of a waybill after it has left. Each call is done as a whole or not at all. */
export default function serveAmendments(services: Services, shared: SharedServices): void {
  const { routes } = services;

  routes.serve(minderlieferung, async (input, caller) => {
    const { waybill_id, codes, reason, to_warehouse_id, damaged } = input;
    await requireSender(caller, waybill_id);
    if (!(await isOwnWarehouse(caller, to_warehouse_id)))
      throw badInput({ path: 'to_warehouse_id', reason: 'no_such', params: { value: to_warehouse_id } });
    const { lookup, ids } = await CodeLookup.resolveAll(services, shared, caller, codes, { forCapture: true });
    const off = damaged ? damagedCodes(codes, ids, reason) : [];
    return amend(shared, caller, { call: minderlieferung, input, lookup: [lookup], damaged: off }, async (sql) => [
      {
        ...doneNow(caller),
        act: 'void_ship',
        amendment: 'short_delivery',
        waybillId: waybill_id,
        codes: ids,
        placeId: await placeOf(sql, { kind: 'warehouse', ref: to_warehouse_id }),
        reason: reason.trim(),
      },
    ]);
  });

  routes.serve(rdcDissociated, async (input, caller) => {
    const { waybill_id, codes, reason } = input;
    await requireSender(caller, waybill_id);
    const resolution = codes
      ? await CodeLookup.resolveAll(services, shared, caller, codes, { forCapture: true })
      : undefined;
    const lookup = resolution ? [resolution.lookup] : [];
    return amend(
      shared,
      caller,
      { call: rdcDissociated, input, lookup, damaged: [] },
      async (sql, { from_warehouse_id }) => {
        const ids = resolution?.ids ?? (await codesOn(sql, waybill_id));
        if (ids.length === 0) throw conflict('waybill_empty');
        const placeId = await placeOf(sql, { kind: 'warehouse', ref: from_warehouse_id });
        return [
          {
            ...doneNow(caller),
            act: 'void_ship',
            amendment: 'set_free',
            waybillId: waybill_id,
            codes: ids,
            placeId,
            reason: reason.trim(),
          },
        ];
      },
    );
  });

  routes.serve(barter, async (input, caller) => {
    const { waybill_id, pairs, reason, damaged } = input;
    await requireSender(caller, waybill_id);
    const read = (codes: readonly string[]) =>
      CodeLookup.resolveAll(services, shared, caller, codes, { forCapture: true });
    const [old, successors] = await Promise.all([
      read(pairs.map((pair) => pair.old)),
      read(pairs.map((pair) => pair.new)),
    ]);
    const lookup = [old.lookup, successors.lookup];
    const codes = pairs.map((pair) => pair.old);
    const off = damaged ? damagedCodes(codes, old.ids, reason) : [];
    return amend(shared, caller, { call: barter, input, lookup, damaged: off }, async (sql, waybill) => {
      const common = {
        ...doneNow(caller),
        amendment: 'exchange',
        waybillId: waybill_id,
        reason: reason.trim(),
      } as const;
      const back = await placeOf(sql, { kind: 'warehouse', ref: waybill.from_warehouse_id });
      const under = await placeOf(sql, { kind: 'waybill', ref: waybill_id });
      const there = await placeOf(sql, destinationPlace(waybill));
      const goods = old.ids.map((one, index) => ({ old: one, successor: successors.ids[index] as number }));
      return [
        { ...common, act: 'exchange', pairs: goods, placeId: back, underWayId: under },
        ...(waybill.status === 'signed'
          ? [{ ...common, act: 'receive' as const, codes: successors.ids, placeId: there }]
          : []),
      ];
    });
  });
}

type Amendment = typeof minderlieferung | typeof rdcDissociated | typeof barter;

interface AskedAmendment {
  readonly call: Amendment;
  readonly input: InputOf<Amendment>;
  /** The codes that it names. */
  readonly lookup: readonly CodeLookup[];
  /** The codes taken off that are damaged. */
  readonly damaged: readonly DamagedCode[];
}

const damagedCodes = (codes: readonly string[], ids: readonly number[], note: string): DamagedCode[] =>
  codes.map((code, at) => ({ id: ids[at] as number, code, note }));

/** Performs the events of a correction in one transaction; throws 409 with all refused codes. */
async function amend(
  shared: SharedServices,
  caller: Caller<Account>,
  { call, input, lookup, damaged }: AskedAmendment,
  events: (sql: Connection, waybill: LockedWaybill) => Promise<readonly EventInput[]>,
): Promise<OutputOf<Amendment>> {
  return onceUnderLock(shared, caller, call, input, async (sql) => {
    const waybill = await lockFor(sql, input.waybill_id, call === barter ? 'exchange' : 'free');
    const [units = 0] = await captureAll(sql, shared, caller, await events(sql, waybill), lookup);
    const held =
      damaged.length > 0 ? await shared.damagedGoods.get().holdTakenOff(sql, waybill, damaged, caller) : null;
    return { units, held };
  });
}

async function isOwnWarehouse({ db }: Pick<Caller<Account>, 'db'>, id: number): Promise<boolean> {
  return (await db.selectFrom('warehouse').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
