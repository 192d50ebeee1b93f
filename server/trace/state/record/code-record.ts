import { type ActName, keepsGoods, type Life, type Naming, transitionOf } from '../../../../contract/trace/acts.ts';
import { type GoodsUnits, same, sumOfGoods } from '../../goods.ts';

/** An act as those after it know it: written already, or about to be. */
export interface EventRef {
  /** Given when it is written. */
  id: number | undefined;
  readonly at: number;
  /** Where the goods are afterwards. */
  readonly placeId: number | null;
  /** The waybill that the goods are on afterwards. */
  readonly waybillId: number | null;
  readonly workOrderId: number | null;
  readonly productId: number | null;
  readonly lotId: number | null;
  /** Not a device. */
  readonly byPerson: boolean;
  /** When what it counts happened, where that is not when it did itself: it declares another act wrong. */
  readonly countedAt?: number;
}

/** What lies in a package, summed up. */
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
  /** What it consists of, where that is of more than one product and lot. */
  mixed: readonly GoodsUnits[] | null;
  /** They follow from its set, and no row says so. */
  implied?: boolean;
}

/** What goods a code stands for. */
export const goodsIn = ({ contents, level, productId, lotId }: Readonly<CodeRecord>): readonly GoodsUnits[] => {
  if (contents)
    return contents.mixed ?? [{ productId: contents.productId, lotId: contents.lotId, units: contents.units }];
  return level === 1 ? [{ productId, lotId, units: 1 }] : [];
};

/** The sums that a package keeps of its goods. */
export function summedUp(all: readonly GoodsUnits[]): Pick<Contents, 'productId' | 'lotId' | 'units' | 'mixed'> {
  const goods = sumOfGoods(all);
  return {
    productId: same(goods.map(({ productId }) => productId)),
    lotId: same(goods.map(({ lotId }) => lotId)),
    units: goods.reduce((sum, { units }) => sum + units, 0),
    mixed: goods.length > 1 ? goods : null,
  };
}

/** What is known of a code while acts are checked and carried out. */
export interface CodeRecord {
  readonly id: number;
  readonly level: number;
  /** What issuing or binding by ranges says of its product. */
  readonly issuedFor: number | null;
  readonly closed: boolean;
  life: Life;
  /** It is, or was, on a product: not only on a label. */
  onProduct: boolean;
  /** The line put it aside, and no act named it since. */
  rejected: boolean;
  parent: number | null;
  packedBy: EventRef | null;
  /** It lies where it does by the arithmetic of its set, and no row says so. */
  implied: boolean;
  /** The act that confirmed the whole set that it is the outermost code of. */
  confirmedBy: EventRef | null;
  contents: Contents | null;
  /** The last act that names it and says where it is. */
  namedBy: EventRef | null;
  /** Of the goods; null while it is on none. */
  workOrderId: number | null;
  productId: number | null;
  lotId: number | null;
  /** When it was put on its product, as milliseconds; null while it is on none. */
  boundAt: number | null;
  /** When the last act happened that was about it, as milliseconds. */
  lastAt: number;
  /** The act by which it left, by its own name; null once it is back. */
  shippedBy: EventRef | null;
}

/** Where the last act that names a code says that it is; that it made a package is told by the package alone. */
export const placeIdOf = ({ namedBy, contents }: Readonly<CodeRecord>): number | null =>
  namedBy ? namedBy.placeId : (contents?.packedBy.placeId ?? null);

/** A code of which only issuing says something. */
export const issuedRecord = (id: number, facts: Pick<CodeRecord, 'level' | 'issuedFor' | 'closed'>): CodeRecord => ({
  id,
  ...facts,
  life: 'issued',
  onProduct: false,
  rejected: false,
  parent: null,
  packedBy: null,
  implied: false,
  confirmedBy: null,
  contents: null,
  namedBy: null,
  workOrderId: null,
  productId: null,
  lotId: null,
  boundAt: null,
  lastAt: 0,
  shippedBy: null,
});

/** Acts after which goods are ours again. */
const endsShipment: ReadonlySet<ActName> = new Set(['void_ship', 'restock', 'store', 'load']);

/** What an act makes of a code that it names. */
export function tellNaming(record: CodeRecord, act: ActName, naming: Naming, ref: EventRef): void {
  becomes(record, transitionOf(act, naming)?.to ?? record.life, ref);
  record.rejected = act === 'reject';
  if (act === 'ship') record.shippedBy = ref;
  else if (endsShipment.has(act)) record.shippedBy = null;
  if (naming === 'set') record.confirmedBy = ref;
  record.namedBy = ref;
  record.lastAt = Math.max(record.lastAt, ref.at);
  if (record.contents || naming === 'parent' || naming === 'set' || keepsGoods(act)) return;
  record.workOrderId = ref.workOrderId;
  record.productId = ref.productId;
  record.lotId = ref.lotId;
}

/** The code is what an act makes of it. */
export function becomes(record: CodeRecord, life: Life, { at }: EventRef): void {
  record.life = life;
  record.onProduct ||= life === 'active';
  if (life === 'active') record.boundAt ??= at;
}

/** What a package says of what lies in it. */
export function tellContents(record: CodeRecord, contents: Contents): void {
  if (record.life === 'issued') becomes(record, 'active', contents.packedBy);
  record.contents = contents;
  record.workOrderId = contents.workOrderId;
  record.productId = contents.productId;
  record.lotId = contents.lotId;
  record.lastAt = Math.max(record.lastAt, contents.packedBy.at);
}

/** What being packed makes of a code: it is on goods, which are those of the act unless it has contents of its own. */
export function tellPacking(record: CodeRecord, parent: number, ref: EventRef): void {
  record.parent = parent;
  record.packedBy = ref;
  record.implied = false;
  if (record.life === 'issued') becomes(record, 'active', ref);
  record.lastAt = Math.max(record.lastAt, ref.at);
  if (record.contents) return;
  record.workOrderId = ref.workOrderId;
  record.productId = ref.productId;
  record.lotId = ref.lotId;
}
