import type { Connection } from '#platform/database/database.ts';
import { type EventsUpwards, type KnownEvent, readCodeEvents, readEvents, tellEvents } from './code-events.ts';
import { inOrder } from './code-ranges.ts';
import { type CodeRecord, issuedRecord, placeIdOf } from './code-record.ts';
import type { CodeState } from './code-state.ts';
import { readLots } from './lot-facts.ts';
import type { OrderedSets } from './ordered-sets.ts';
import { readProducts } from './product-facts.ts';
import { readSetEvents } from './set-events.ts';

/**
 * Overlays `states`, which come from issuing and binding by ranges, with what events say. `sets` are the ordered sets that some
 * of the codes belong to.
 */
export async function tellActedStates(
  sql: Connection,
  states: Map<number, CodeState>,
  events: EventsUpwards,
  sets: readonly OrderedSets[],
): Promise<void> {
  const { packings, packages, named } = events;
  const written = new Set([...packings.map(({ child }) => child), ...[...packages, ...named].map(({ code }) => code)]);
  const ofSets = events.sets?.named.some(({ confirms }) => confirms) ? events.sets.codes.map(({ id }) => id) : [];
  const asked = [...new Set([...written, ...ofSets])].filter((id) => states.has(id));
  if (asked.length === 0) return;
  const { records, lostAt } = await recordsUpwards(sql, asked, events, sets);
  const told = asked.flatMap((id) => {
    const record = records.get(id);
    const isTold = record && (record.life !== 'issued' || written.has(id));
    return isTold ? [{ record, state: states.get(id) as CodeState }] : [];
  });
  const [goods, areas] = await Promise.all([
    goodsOf(
      sql,
      told.map(({ record }) => record),
      [...events.events.values()],
    ),
    areasOf(sql, [...records.values()]),
  ]);
  for (const { record, state } of told) {
    const above = aboveOf(record, records);
    const stands = standing(state, record, above);
    states.set(record.id, {
      ...state,
      ...goods(record),
      ...stands,
      lost: stands.place_id !== null && lostAt.has(stands.place_id),
      ...shipment(record, above, areas),
    });
  }
}

/** The deepest nesting of packages that is followed, as a guard against cycles. */
const deepest = 8;

/**
 * The records of codes and of all packages around them, and the places of goods that were lost. Packages implied by sets are read level
 * by level as they turn up.
 */
async function recordsUpwards(
  sql: Connection,
  asked: readonly number[],
  read: EventsUpwards,
  sets: readonly OrderedSets[],
): Promise<{ readonly records: ReadonlyMap<number, CodeRecord>; readonly lostAt: ReadonlySet<number> }> {
  const lostAt = new Set<number>();
  const records = new Map<number, CodeRecord>();
  let [ids, codeEvents] = [asked, read];
  for (let depth = 0; depth < deepest; depth++) {
    const added = new Map([...ids, ...codeEvents.above].map((id) => [id, issuedRecord(id, nothingIssued)]));
    const ofSets = await readEvents(sql, { sets: codeEvents.sets }, codeEvents.events);
    const events = new Map([...codeEvents.events, ...ofSets]);
    tellEvents(added, codeEvents, events);
    for (const { ref, placeKind } of events.values())
      if (placeKind === 'lost' && ref.placeId !== null) lostAt.add(ref.placeId);
    for (const [id, record] of added) records.set(id, record);
    const parents = new Set([...added.values()].flatMap(({ parent }) => parent ?? []).filter((id) => !records.has(id)));
    if (parents.size === 0) break;
    ids = inOrder(parents);
    const further = await readCodeEvents(sql, ids, records);
    codeEvents = { ...further, sets: await readSetEvents(sql, [...ids, ...further.above], sets) };
  }
  return { records, lostAt };
}

/** A placeholder: `states` already has the facts of issuing. */
const nothingIssued = { level: 1, issuedFor: null, closed: false, issuedAt: 0 };

/** The packages around a code, innermost first. */
function aboveOf({ parent }: CodeRecord, around: ReadonlyMap<number, CodeRecord>): CodeRecord[] {
  const above: CodeRecord[] = [];
  for (let id = parent; id !== null && above.length < deepest; ) {
    const record = around.get(id);
    if (!record) break;
    above.push(record);
    id = record.parent;
  }
  return above;
}

/** When the code was shipped, with its outermost package or by itself, and to which area. */
function shipment(
  record: CodeRecord,
  above: readonly CodeRecord[],
  areas: ReadonlyMap<number, string>,
): Pick<CodeState, 'shipped_at' | 'shipped_to'> {
  const by = (above.at(-1) ?? record).shippedBy;
  return { shipped_at: momentOf(by), shipped_to: by?.waybillId ? (areas.get(by.waybillId) ?? null) : null };
}

/** The areas of the dealers that waybills went to. */
async function areasOf(sql: Connection, records: readonly CodeRecord[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(records.flatMap(({ shippedBy }) => shippedBy?.waybillId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; area_code: string }[]>`
    select w.id, d.area_code from waybill w join dealer d on d.id = w.to_dealer_id
    where w.id = any(${ids}::bigint[]) and d.area_code is not null`;
  return new Map(rows.map(({ id, area_code }) => [id, area_code]));
}

function standing(
  state: CodeState,
  record: CodeRecord,
  above: readonly CodeRecord[],
): Pick<
  CodeState,
  'state' | 'life' | 'last_act' | 'changed_at' | 'made_at' | 'packed_at' | 'lot_id' | 'place_id' | 'units' | 'parent'
> {
  // What lies in something that was destroyed is destroyed with it.
  const life = above.some((one) => one.life === 'destroyed') ? 'destroyed' : record.life;
  const isGone = life === 'sampled' || life === 'inactive' || life === 'destroyed';
  const bound = life === 'active' ? 'bound' : state.state;
  // What was declared wrong has never happened: there may be no other event.
  const changed = Math.max(record.lastAt, state.changed_at?.getTime() ?? 0);
  return {
    life,
    state: state.state === 'void' || isGone ? 'void' : bound,
    last_act: lastEventOf([record, ...above]),
    changed_at: changed > 0 ? new Date(changed) : null,
    made_at: record.boundAt === null ? null : new Date(record.boundAt),
    packed_at: momentOf(record.packedBy ?? record.contents?.packedBy),
    lot_id: record.lotId,
    place_id: record.life === 'active' ? placeIdOf(above.at(-1) ?? record) : null,
    units: record.contents?.units ?? null,
    parent: record.parent,
  };
}

/** The latest event about any of these: what is done to a package is done to all that is in it. */
function lastEventOf(records: readonly CodeRecord[]): CodeState['last_act'] {
  const latest = records.reduce((one, other) => (other.lastAt > one.lastAt ? other : one)).last;
  return latest && { act: latest.act, at: new Date(latest.ref.at) };
}

const momentOf = (event: { readonly at: number } | null | undefined): Date | null =>
  event ? new Date(event.at) : null;

type Goods = Partial<
  Pick<
    CodeState,
    'product_id' | 'product_code' | 'product_name' | 'gtin' | 'spec' | 'lot' | 'production_date' | 'expiry_date'
  >
>;

/** Returns a lookup of product and lot columns for records. Those of the events in `known` need not be read again. */
async function goodsOf(
  sql: Connection,
  records: readonly CodeRecord[],
  known: readonly KnownEvent[],
): Promise<(record: CodeRecord) => Goods> {
  const productOf = new Map(known.flatMap(({ product }) => (product ? [[product.product_id, product]] : [])));
  const lotOf = new Map(known.flatMap(({ lot }) => (lot ? [[lot.id, lot]] : [])));
  const unknown = (known: ReadonlyMap<number, unknown>, pick: (record: CodeRecord) => number | null) =>
    [...new Set(records.flatMap((one) => pick(one) ?? []))].filter((id) => !known.has(id));
  const [products, lots] = await Promise.all([
    readProducts(
      sql,
      unknown(productOf, ({ productId }) => productId),
    ),
    readLots(
      sql,
      unknown(lotOf, ({ lotId }) => lotId),
    ),
  ]);
  for (const product of products) productOf.set(product.product_id, product);
  for (const lot of lots) lotOf.set(lot.id, lot);
  return ({ productId, lotId }) => {
    const lot = lotId === null ? undefined : lotOf.get(lotId);
    return {
      ...(productId === null ? {} : productOf.get(productId)),
      ...(lot ? { lot: lot.lotNo, production_date: lot.production, expiry_date: lot.expiry } : {}),
    };
  };
}
