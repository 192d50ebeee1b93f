import type { CodeClass } from '@suyuan/contract/handheld/task.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { type GoodsUnits, lotNumbers } from '#trace/goods.ts';
import type { WaybillFacts } from '#trace/services.ts';
import { goodsIn } from '#trace/state/code-record.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { goodsAt } from '#trace/state/goods-at.ts';
import { packedIn } from '#trace/state/package-contents.ts';
import { HeldCodes } from './held-codes.ts';

/** Goods of one kind, with ids in place of lot numbers. */
interface GoodsClass {
  readonly level: number;
  readonly goods: readonly GoodsUnits[];
  readonly units: number;
  readonly whole: boolean;
  readonly held: boolean;
  readonly inside: boolean;
  readonly on: CodeClass['on'] | null;
}

/** A code that is being read, with what those within it inherit. */
interface ReadCode extends GoodsClass {
  readonly id: number;
  /** It, or a package around it, is held as such, and so all that lies in it. */
  readonly holdsDown: boolean;
}

/** How many packages are opened at once: what they hold is in memory then. */
const opened = 2000;
/** How many codes a snapshot may have; of what is beyond, the single units in packages are left out first. */
const mostCodes = 3_000_000;

/**
 * The codes that may come up while a waybill is loaded: what lies where it leaves from, packages with what is in them, and what is on it
 * already. Kept as numbers outside of the heap, as there may be millions.
 */
export class LoadableCodes {
  #ids = new Float64Array(4096);
  #classOf = new Uint16Array(4096);
  #count = 0;
  readonly #indices = new Map<string, number>();
  readonly #classes: GoodsClass[] = [];
  readonly #rules: Pick<RuleBook, 'levelOf'>;

  private constructor(rules: Pick<RuleBook, 'levelOf'>) {
    this.#rules = rules;
  }

  static async read(sql: Connection, rules: Pick<RuleBook, 'levelOf'>, waybill: WaybillFacts): Promise<LoadableCodes> {
    const codes = new LoadableCodes(rules);
    const ordered = [...new Set(waybill.lines.map(({ productId }) => productId))];
    const products = [...ordered, ...(await othersThere(sql, waybill.fromPlaces, ordered))];
    const [held, loaded] = await Promise.all([
      HeldCodes.read(sql, waybill.fromPlaces, products),
      loadedCodes(sql, waybill.id, products),
    ]);
    const seen = new Set<number>();
    for (const productId of products)
      for (const lots of await lotsInParts(sql, waybill.fromPlaces, productId)) {
        const there = (await goodsAt(sql, waybill.fromPlaces, { productId, lots })).filter(
          ({ code }) => !seen.has(code),
        );
        const outermost = there.map(({ code, level, units, productId: product, lotId, complete, mixed }): ReadCode => {
          // Only those of several products or lots can come up again.
          if (mixed) seen.add(code);
          const goods = mixed ?? [{ productId: product, lotId, units }];
          return {
            ...{ id: code, level, units, goods, whole: complete, inside: false, on: loaded.get(code) ?? null },
            ...{ held: held.has(code, goods), holdsDown: held.holdsWithin(code) },
          };
        });
        await codes.#add(sql, outermost, held);
      }
    await codes.#addLoaded(sql, loaded, held);
    return codes;
  }

  get count(): number {
    return this.#count;
  }

  /** The ids of codes, and beside each the index of its class. */
  get columns(): { readonly ids: Float64Array<ArrayBuffer>; readonly classOf: Uint16Array<ArrayBuffer> } {
    return { ids: this.#ids.slice(0, this.#count), classOf: this.#classOf.slice(0, this.#count) };
  }

  /** The classes with lot numbers. */
  async classes(sql: Connection): Promise<CodeClass[]> {
    const all = this.#classes.flatMap(({ goods }) => goods.flatMap(({ lotId }) => lotId ?? []));
    const lots = await lotNumbers(sql, [...new Set(all)]);
    const lotOf = ({ lotId }: GoodsUnits) => lots.get(lotId ?? 0) ?? null;
    return this.#classes.map(({ goods, level, units, whole, held, inside, on }) => {
      const [only] = goods.length === 1 ? goods : [];
      return {
        product_id: only?.productId ?? null,
        lot: only ? lotOf(only) : null,
        ...{ level, units, whole, held },
        ...(inside ? { inside } : {}),
        ...(on ? { on } : {}),
        ...(only
          ? {}
          : { mixed: goods.map((one) => ({ product_id: one.productId, lot: lotOf(one), units: one.units })) }),
      };
    });
  }

  /** Adds codes with all that lies in them, some packages at a time. */
  async #add(sql: Connection, codes: readonly ReadCode[], held: HeldCodes): Promise<void> {
    for (const one of codes) this.#push(one);
    const packages = codes.filter(({ id }) => this.#rules.levelOf(id) > 1);
    for (let at = 0; at < packages.length && this.#count < mostCodes; at += opened) {
      const some = new Map(packages.slice(at, at + opened).map((one) => [one.id, one]));
      await this.#add(sql, await this.#within(sql, some, held), held);
    }
  }

  async #within(sql: Connection, packages: ReadonlyMap<number, ReadCode>, held: HeldCodes): Promise<ReadCode[]> {
    const children = await packedIn(sql, [...packages.keys()]);
    const inner = children.flatMap(({ child }) => (this.#rules.levelOf(child) > 1 ? child : []));
    // What is mixed in a package is known by each unit alone.
    const mixed = children.flatMap(({ child, parent }) =>
      this.#rules.levelOf(child) === 1 && (packages.get(parent)?.goods.length ?? 1) > 1 ? child : [],
    );
    const read = [...inner, ...mixed];
    const records = read.length === 0 ? undefined : await readCodes(sql, read);
    return children.map(({ child, parent }): ReadCode => {
      const around = packages.get(parent) as ReadCode;
      const record = records?.get(child);
      const goods = record ? goodsIn(record) : around.goods.map((one) => ({ ...one, units: 1 }));
      const holdsDown = around.holdsDown || held.holdsWithin(child);
      return {
        ...{ id: child, level: record?.level ?? 1, goods, holdsDown, inside: true, on: around.on },
        units: goods.reduce((sum, { units }) => sum + units, 0),
        whole: record?.contents?.complete ?? true,
        held: holdsDown || held.has(child, goods),
      };
    });
  }

  /** What is on the waybill and does not lie there, as what a factory's line has given. */
  async #addLoaded(sql: Connection, loaded: ReadonlyMap<number, 'this' | 'other'>, held: HeldCodes): Promise<void> {
    const known = new Set(this.#ids.subarray(0, this.#count));
    const rest = [...loaded].flatMap(([code, on]) => (on === 'this' && !known.has(code) ? code : []));
    if (rest.length === 0) return;
    const records = await readCodes(sql, rest);
    const codes = records.among(rest).map((record): ReadCode => {
      const goods = goodsIn(record);
      return {
        ...{ id: record.id, level: record.level, goods, inside: false, on: 'this' },
        units: goods.reduce((sum, { units }) => sum + units, 0),
        whole: record.contents?.complete ?? true,
        ...{ held: held.has(record.id, goods), holdsDown: held.holdsWithin(record.id) },
      };
    });
    await this.#add(sql, codes, held);
  }

  #push({ id, level, goods, units, whole, held, inside, on }: ReadCode): void {
    if (this.#count === this.#ids.length) {
      const [ids, classOf] = [this.#ids, this.#classOf];
      this.#ids = new Float64Array(2 * ids.length);
      this.#ids.set(ids);
      this.#classOf = new Uint16Array(2 * classOf.length);
      this.#classOf.set(classOf);
    }
    this.#ids[this.#count] = id;
    this.#classOf[this.#count++] = this.#classIndex({ level, goods, units, whole, held, inside, on });
  }

  #classIndex(one: GoodsClass): number {
    const { level, goods, units, whole, held, inside, on } = one;
    const [only] = goods;
    const key =
      only && goods.length === 1
        ? `${only.productId} ${only.lotId} ${level} ${units} ${whole} ${held} ${inside} ${on}`
        : JSON.stringify([goods, level, units, whole, held, inside, on]);
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    // Packages of mixed goods may all be different: those beyond what a map can tell apart are one class, and the server judges them.
    const index = Math.min(this.#classes.length, mostClasses - 1);
    this.#indices.set(key, index);
    this.#classes[index] ??= one;
    return index;
  }
}

const mostClasses = 65_536;

/**
 * The other products there, those with the least stock first, as long as they are few: their codes are told to be of another product at once.
 * Of those left out, the server says so.
 */
async function othersThere(sql: Connection, places: readonly number[], ordered: readonly number[]): Promise<number[]> {
  const rows = await sql<{ product_id: number; units: number }[]>`
    select product_id, safe_integer(sum(units)) as units from (
      select product_id, units from stock where place_id = any(${places as number[]}::bigint[])
      union all
      select product_id, units from stock_delta where place_id = any(${places as number[]}::bigint[])
    ) s where product_id <> all(${ordered as number[]}::bigint[]) group by product_id having sum(units) > 0 order by units`;
  const products: number[] = [];
  let rest = mostOthers;
  for (const { product_id, units } of rows) {
    rest -= units;
    if (rest < 0) break;
    products.push(product_id);
  }
  return products;
}

const mostOthers = 500_000;

/** The lots of a product in stock, in parts of which each has so many units that their codes fit into memory. */
async function lotsInParts(sql: Connection, places: readonly number[], productId: number): Promise<number[][]> {
  const rows = await sql<{ lot_id: number; units: number }[]>`
    select lot_id, safe_integer(sum(units)) as units from (
      select lot_id, units from stock where place_id = any(${places as number[]}::bigint[]) and product_id = ${productId}
      union all
      select lot_id, units from stock_delta where place_id = any(${places as number[]}::bigint[]) and product_id = ${productId}
    ) s group by lot_id having sum(units) <> 0 order by lot_id`;
  const parts: number[][] = [];
  let units = unitsOfPart;
  for (const row of rows) {
    if (units + row.units > unitsOfPart) {
      parts.push([]);
      units = 0;
    }
    units += row.units;
    parts.at(-1)?.push(row.lot_id);
  }
  return parts;
}

const unitsOfPart = 500_000;

/** The codes on waybills that have not left: of these products, and all of this waybill. */
async function loadedCodes(
  sql: Connection,
  waybillId: number,
  products: readonly number[],
): Promise<ReadonlyMap<number, 'this' | 'other'>> {
  const rows = await sql<{ code: number; own: boolean }[]>`
    select distinct g.code, g.waybill_id = ${waybillId} as own
    from waybill b join waybill_goods g on g.waybill_id = b.id
    where b.status = 'loading' and g.units > 0
      and (b.id = ${waybillId} or g.product_id = any(${products as number[]}::bigint[]))`;
  return new Map(rows.map(({ code, own }) => [code, own ? 'this' : 'other']));
}
