import { type CodeRole, type EventType, keepsGoods, transitionOf } from '@suyuan/contract/trace/events.ts';
import type { Life } from '@suyuan/contract/trace/states.ts';
import { type Goods, type GoodsUnits, type Measure, same, sumOfGoods } from '../goods.ts';
import type { IssueFacts } from './issue-facts.ts';

/** A reference to an event that is written already, or about to be, with the facts that states follow from. */
export interface EventRef {
  /** Undefined until the event is written. */
  id: number | undefined;
  readonly at: number;
  /** Where the goods are afterwards. */
  readonly placeId: number | null;
  /** The waybill that the goods are on afterwards. */
  readonly waybillId: number | null;
  /** The waybill that it was done for, whether or not the goods are on it afterwards. */
  readonly forWaybillId: number | null;
  readonly workOrderId: number | null;
  readonly productId: number | null;
  readonly lotId: number | null;
  /** Done by a person, not a device. */
  readonly byPerson: boolean;
  /** For an event that declares another one wrong: when that one happened, which is the day that figures are counted back on. */
  readonly countedAt?: number;
}

/** A summary of what is in a package. */
export interface Contents {
  packedBy: EventRef;
  workOrderId: number | null;
  productId: number | null;
  lotId: number | null;
  units: number;
  children: number;
  capacity: number | null;
  complete: boolean;
  seen: boolean;
  /** The contents by product and lot; null unless there is more than one. */
  mixed: readonly GoodsUnits[] | null;
  /** They follow from the confirmed set; there is no row of `package`. */
  implied?: boolean;
}

/** The goods that a code stands for: the contents of a package, or the unit itself. */
export const goodsIn = ({ contents, level, productId, lotId }: Readonly<CodeRecord>): readonly GoodsUnits[] => {
  if (contents)
    return contents.mixed ?? [{ productId: contents.productId, lotId: contents.lotId, units: contents.units }];
  return level === 1 ? [{ productId, lotId, units: 1 }] : [];
};

/** The columns of a package that follow from its goods. */
export function summedUp(all: readonly GoodsUnits[]): Pick<Contents, 'productId' | 'lotId' | 'units' | 'mixed'> {
  const goods = sumOfGoods(all);
  return {
    productId: same(goods.map(({ productId }) => productId)),
    lotId: same(goods.map(({ lotId }) => lotId)),
    units: goods.reduce((sum, { units }) => sum + units, 0),
    mixed: goods.length > 1 ? goods : null,
  };
}

/** An event that happened to a code. */
export interface EventOfCode {
  readonly act: EventType;
  readonly ref: EventRef;
}

/** The state of an issued code: what its order and segment state, and what events have made of it. */
export interface CodeRecord {
  readonly id: number;
  readonly level: number;
  /** Closed with its order, or in a range. */
  readonly closed: boolean;
  readonly issue: IssueFacts;
  life: Life;
  /** It is or was on a product, not only on a label. */
  onProduct: boolean;
  /** The line rejected it, and no event named it since. */
  rejected: boolean;
  parent: number | null;
  packedBy: EventRef | null;
  /** Its packing follows from the confirmed set; there is no row of `packing`. */
  implied: boolean;
  /** For the outermost code of a set: the event that confirmed the set. */
  confirmedBy: EventRef | null;
  contents: Contents | null;
  /** The last event that names it, which determines where it is. */
  namedBy: EventRef | null;
  /** All that name it, in the order in which they happened. */
  readonly events: (EventOfCode & { readonly naming: CodeRole })[];
  /** Work order, product and lot of the goods; null while it is on none. */
  workOrderId: number | null;
  productId: number | null;
  lotId: number | null;
  /** When it was put on its product, in epoch milliseconds; null while it is on none. */
  boundAt: number | null;
  /** When the last event about it happened, in epoch milliseconds; 0 if there was none. */
  lastAt: number;
  /** That event; null if there was none. */
  last: EventOfCode | null;
  /** The event that shipped it under its own code; null once it is back. */
  shippedBy: EventRef | null;
}

/**
 * The place that the last event gives a code. A package made by a brief event is not named: its row of `package` refers to the event.
 */
export const placeIdOf = ({ namedBy, contents }: Readonly<CodeRecord>): number | null =>
  namedBy ? namedBy.placeId : (contents?.packedBy.placeId ?? null);

/** The record of a code that no event is about. */
export const issuedRecord = (id: number, issue: IssueFacts): CodeRecord => ({
  id,
  level: issue.level,
  closed: issue.closed,
  issue,
  life: 'issued',
  onProduct: false,
  rejected: false,
  parent: null,
  packedBy: null,
  implied: false,
  confirmedBy: null,
  contents: null,
  namedBy: null,
  events: [],
  workOrderId: null,
  productId: null,
  lotId: null,
  boundAt: null,
  lastAt: 0,
  last: null,
  shippedBy: null,
});

/** Events after which goods are no longer shipped. */
const endsShipment: ReadonlySet<EventType> = new Set(['void_ship', 'restock', 'store', 'load']);

/** Updates the record of a code that an event names. */
export function recordEvent(record: CodeRecord, eventType: EventType, role: CodeRole, ref: EventRef): void {
  becomes(record, transitionOf(eventType, role)?.to ?? record.life, ref);
  record.rejected = eventType === 'reject';
  if (eventType === 'ship') record.shippedBy = ref;
  else if (endsShipment.has(eventType)) record.shippedBy = null;
  if (role === 'set') record.confirmedBy = ref;
  record.namedBy = ref;
  record.events.push({ act: eventType, naming: role, ref });
  happensTo(record, eventType, ref);
  if (record.contents || keepsGoods(eventType)) return;
  if (role === 'item' || role === 'successor') putOn(record, ref);
  // The label of an emptied package is on nothing.
  else if (eventType === 'unpack') putOn(record, noGoods);
}

/**
 * Notes an event as the last one about a code, unless a later one is known. Rows about packages and packings are applied after those
 * that name codes: the same event is then known already, by its own name.
 */
export function happensTo(record: CodeRecord, eventType: EventType, ref: EventRef): void {
  record.lastAt = Math.max(record.lastAt, ref.at);
  if (record.last === null || isAfter(ref, record.last.ref)) record.last = { act: eventType, ref };
}

/** Events of the same moment follow one another as they were recorded; one that is yet to be written is the latest. */
const isAfter = (ref: EventRef, other: EventRef): boolean =>
  ref.at !== other.at
    ? ref.at > other.at
    : (ref.id ?? Number.POSITIVE_INFINITY) > (other.id ?? Number.NEGATIVE_INFINITY);

type OrderedGoods = Pick<EventRef, 'workOrderId' | 'productId' | 'lotId'>;

/** What a code is of that is on nothing. */
export const noGoods: OrderedGoods = { workOrderId: null, productId: null, lotId: null };

/** Sets which goods the code is on. */
export function putOn(record: CodeRecord, { workOrderId, productId, lotId }: OrderedGoods): void {
  record.workOrderId = workOrderId;
  record.productId = productId;
  record.lotId = lotId;
}

/** Sets the life that an event gives a code. */
export function becomes(record: CodeRecord, life: Life, { at }: EventRef): void {
  record.life = life;
  record.onProduct ||= life === 'active';
  if (life === 'active') record.boundAt ??= at;
}

/** Updates the record of a package with its contents. */
export function recordContents(record: CodeRecord, contents: Contents): void {
  if (record.life === 'issued') becomes(record, 'active', contents.packedBy);
  record.contents = contents;
  putOn(record, contents);
  happensTo(record, 'pack', contents.packedBy);
}

/** Updates the record of a code that an event packs: it is on goods now, those of the event unless it has contents of its own. */
export function recordPacking(record: CodeRecord, parent: number, ref: EventRef): void {
  record.parent = parent;
  record.packedBy = ref;
  record.implied = false;
  if (record.life === 'issued') becomes(record, 'active', ref);
  happensTo(record, 'pack', ref);
  if (!record.contents) putOn(record, ref);
}

/** The measure that a unit counts in besides `bound`; undefined for packages and for codes on no product. */
export function measureOf(record: CodeRecord): Measure | undefined {
  if (record.contents || record.level > 1 || !record.onProduct) return undefined;
  if (record.life === 'sampled') return 'sampled';
  if (record.life === 'destroyed') return 'destroyed';
  if (record.life !== 'active') return undefined;
  if (record.parent !== null) return 'packed';
  return record.rejected ? 'rejected' : 'loose';
}

/** How many units a code stands for: those in it, or itself. */
export const unitsOf = ({ contents, level }: CodeRecord): number => contents?.units ?? (level === 1 ? 1 : 0);

/** What a unit counts as besides `bound`, and for which order, product and lot. */
export interface CountedAs extends Goods {
  readonly measure: Measure;
  readonly workOrderId: number | null;
}

/**
 * What a unit counts as, to be read before an event changes its record: measure and goods of the same moment. Undefined for
 * packages and for codes on no product.
 */
export function countedAs(record: Readonly<CodeRecord>): CountedAs | undefined {
  const measure = measureOf(record);
  const { workOrderId, productId, lotId } = record;
  return measure && { measure, workOrderId, productId, lotId };
}
