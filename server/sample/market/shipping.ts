import { dealer } from '@suyuan/contract/base/dealer.ts';
import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { day, hour } from '@suyuan/contract/durations.ts';
import { arrivalScan } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { destinationPlace, lockFor } from '#modules/physical/waybill/life/waybill-steps.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Capture } from '#trace/capture/capture.ts';
import type { Captured } from '#trace/capture/checked-events.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { placeOf } from '#trace/places.ts';
import type { Dating } from '../filling/dated-events.ts';
import { dayOf, utcOffset } from '../filling/days.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { MadeRun, PackedCase, PackedPallet } from '../production/made.ts';
import { receiveDamaged } from './damage.ts';
import { takeBackSome } from './returns.ts';
import type { SoldCases } from './sold-cases.ts';

interface Parts extends Dating {
  readonly call: CallServer;
  readonly callAsKeeper: CallServer;
  readonly capture: Capture;
  /** The printed form of a code. */
  readonly printed: (code: number) => string;
  /** The share of the planned quantities that is made. */
  readonly share: number;
}

/** The whereabouts of the month's goods. */
export interface ShippedMonth {
  readonly sold: readonly SoldCases[];
  /** Units of a pallet that never left the warehouse. */
  readonly stored: readonly number[];
}

/** Pallets per waybill, and hours between two waybills of a work order. */
const perWaybill = 4;
const between = 9;
/** The share of goods that stays in stock. */
const keptShare = 0.2;
/** The work order of which one pallet stays for days and one is on today's waybill. */
const keptOrder = 'GD-0104';

interface Places {
  readonly from: number;
  readonly transit: number;
  readonly returns: number;
  readonly dealers: readonly { readonly id: number; readonly code: string; readonly shipToId: number | null }[];
}

/**
 * Ships a month's goods: most are sold and received, some moved to another warehouse, some returned. One pallet stays, one
 * waybill is half loaded, and on some something was damaged.
 */
export async function shipForAMonth(parts: Parts, runs: readonly MadeRun[]): Promise<ShippedMonth> {
  const places = await placesOf(parts.call);
  const sold: SoldCases[] = [];
  const together = Math.max(1, Math.round(perWaybill * parts.share));
  const keptRun = runs.find(({ orderNo }) => orderNo === keptOrder);
  const keptPallets = keptRun?.pallets.slice(-2) ?? [];
  let nth = 0;
  for (const run of runs) {
    const { pallets, releasedAt } = run;
    if (releasedAt === undefined) continue;
    const isNewer = runs.slice(0, runs.indexOf(run)).some(({ productId }) => productId === run.productId);
    const departures = pallets
      .slice(0, Math.round(pallets.length * (1 - keptShare)))
      .filter((one) => !keptPallets.includes(one));
    for (let at = 0; at < departures.length; at += together) {
      const batch = departures.slice(at, at + together);
      const shippedAt = releasedAt + (8 + (between * at) / together) * hour;
      const cases = await send(parts, places, run, { pallets: batch, shippedAt, isNewer, nth: nth++ });
      if (cases) sold.push(cases);
    }
  }
  const [stored, today] = keptPallets;
  if (keptRun && today) await loadHalf(parts, places, keptRun, today);
  return {
    sold: await takeBackSome(parts, places.returns, sold),
    stored: stored?.cases.flatMap(({ units }) => units) ?? [],
  };
}

async function placesOf(call: CallServer): Promise<Places> {
  const [{ rows: warehouses }, { rows: dealers }, { rows: shipTos }] = await Promise.all([
    call(warehouse.page, { size: 100 }),
    call(dealer.page, { size: 100, sort: 'dealer_code' }),
    call(shipTo.page, { size: 200 }),
  ]);
  const idOf = (code: string) => warehouses.find(({ warehouse_code }) => warehouse_code === code)?.id as number;
  return {
    from: idOf('CK-01'),
    transit: idOf('CK-05'),
    returns: idOf('CK-04'),
    dealers: dealers
      .filter(({ dealer_level }) => dealer_level === 1)
      .map(({ id, dealer_code }) => ({
        id,
        code: dealer_code,
        shipToId: shipTos.find(({ dealer_id, preferred }) => dealer_id === id && preferred)?.id ?? null,
      })),
  };
}

interface Sending {
  readonly pallets: readonly PackedPallet[];
  readonly shippedAt: number;
  /** Whether there is an older lot of the product. */
  readonly isNewer: boolean;
  readonly nth: number;
}

/** Ships a waybill that arrives two days later, unless that is in the future. Every fifth has cases of an opened pallet. */
async function send(
  parts: Parts,
  { from, transit, dealers }: Places,
  run: MadeRun,
  { pallets, shippedAt, isNewer, nth }: Sending,
): Promise<SoldCases | undefined> {
  const isTransfer = nth % 6 === 5;
  const isUnderWay = shippedAt <= Date.now() && shippedAt + 2 * day > Date.now();
  // What is on its way goes to the dealer that has people here, who sign for it.
  const to = dealers[isUnderWay ? 0 : nth % dealers.length] as Places['dealers'][number];
  const cases = pallets.flatMap((pallet) => pallet.cases);
  const [opened, ...whole] = pallets as [PackedPallet, ...PackedPallet[]];
  const isOpened = nth % 5 === 3;
  const codes = [...(isOpened ? opened.cases : [opened]), ...whole].map(({ code }) => code);
  const { id } = await parts.call(waybill.add, {
    ...(isTransfer
      ? { kind: 'transfer', to_warehouse_id: transit }
      : { kind: 'sale', to_dealer_id: to.id, ship_to_id: to.shipToId }),
    from_warehouse_id: from,
    carrier: nth % 3 === 0 ? '黔运物流' : '云途物流',
    seal_no: `F${String(260_001 + nth)}`,
    planned_day: new Date(shippedAt + 2 * day).toISOString().slice(0, 10),
    lines: [{ product_id: run.productId, quantity: unitsIn(cases) }],
  });
  if (shippedAt > Date.now()) return undefined;
  const arrivedAt = shippedAt + 2 * day;
  const isThere = arrivedAt < Date.now();
  // One in twenty is counted and signed for by a person, who finds damage.
  const hasDamage = isThere && nth % 20 === 3;
  await travel(parts, id, { codes, isNewer, shippedAt, arrivedAt: isThere && !hasDamage ? arrivedAt : undefined });
  if (hasDamage) await receiveDamaged(parts, id, { codes: codes.map(parts.printed), arrivedAt });
  // What is on its way to our own warehouse is being counted.
  if (isTransfer && !isThere) await parts.call(arrivalScan, { id, codes: codes.slice(0, 1).map(parts.printed) });
  if (isTransfer || !isThere || hasDamage) return undefined;
  return { dealerCode: to.code, dealerId: to.id, cases, arrivedAt };
}

interface Journey extends Pick<Sending, 'shippedAt' | 'isNewer'> {
  readonly codes: readonly number[];
  /** Undefined while it is in transit. */
  readonly arrivedAt: number | undefined;
}

/** Records past shipments: events have past times, and so have the steps of the waybill. */
async function travel(
  { capture }: Parts,
  id: number,
  { codes, isNewer, shippedAt, arrivedAt }: Journey,
): Promise<void> {
  await capture.withCaptureLock(async (sql) => {
    requireTaken(
      await capture.captureIn(sql, loading(id, codes, shippedAt - 2 * hour, isNewer ? wholePallets : undefined)),
    );
    const row = await lockFor(sql, id, 'ship');
    const placeId = await placeOf(sql, { kind: 'waybill', ref: id });
    const shipment = { ...doneAt(shippedAt), act: 'ship', waybillId: id, codes, placeId } as const;
    requireTaken(await capture.captureIn(sql, [shipment]));
    await sql`
      update waybill set status = 'shipped', created_at = ${new Date(shippedAt - day)}, shipped_at = ${new Date(shippedAt)},
        shipped_by = created_by where id = ${id}`;
    if (arrivedAt === undefined) return;
    const destination = await placeOf(sql, destinationPlace(row));
    const receipt = { ...doneAt(arrivedAt), act: 'receive', waybillId: id, codes, placeId: destination } as const;
    requireTaken(await capture.captureIn(sql, [receipt]));
    await sql`
      update waybill set status = 'signed', signed_at = ${new Date(arrivedAt)}, signed_by = created_by where id = ${id}`;
  });
}

/** Loads half of the goods ordered on today's waybill. */
async function loadHalf(
  { call, capture }: Parts,
  { from, dealers }: Places,
  run: MadeRun,
  pallet: PackedPallet,
): Promise<void> {
  const cases = pallet.cases.slice(0, 24);
  const { id } = await call(waybill.add, {
    kind: 'sale',
    from_warehouse_id: from,
    to_dealer_id: dealers[0]?.id as number,
    carrier: '黔运物流',
    plate: '贵A·00000',
    planned_day: dayOf(0),
    lines: [{ product_id: run.productId, quantity: unitsIn(cases) }],
  });
  const codes = cases.slice(0, 12).map(({ code }) => code);
  await capture.withCaptureLock(async (sql: Connection) =>
    requireTaken(await capture.captureIn(sql, loading(id, codes, Date.now(), wholePallets))),
  );
}

/** The reason for loading a newer lot while some of an older one is left. */
const wholePallets = '整托发运，旧批尾数留库';

const loading = (waybillId: number, codes: readonly number[], at: number, overrideReason?: string): EventInput[] =>
  codes.map((code) => ({ ...doneAt(at), act: 'load', waybillId, code, ...(overrideReason && { overrideReason }) }));

const doneAt = (at: number) =>
  ({ at, utcOffset, by: { accountId: null, deviceKeyId: null }, custodian: 'enterprise' }) as const;
const unitsIn = (cases: readonly PackedCase[]): number => cases.reduce((sum, { units }) => sum + units.length, 0);

function requireTaken(outcomes: readonly Captured[]): void {
  const refusals = outcomes.flatMap((one) => ('refused' in one ? one.refused : []));
  if (refusals.length > 0) throw new Error(`sample data: ${JSON.stringify(refusals.slice(0, 3))}`);
}
