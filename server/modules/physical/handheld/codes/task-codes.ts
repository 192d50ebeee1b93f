import type { CodeClass } from '@suyuan/contract/handheld/task.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Goods, type GoodsUnits, lotNumbers } from '#trace/goods.ts';
import { goodsIn } from '#trace/state/code-record.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { goodsAt } from '#trace/state/goods-at.ts';
import { packedIn } from '#trace/state/package-contents.ts';
import { rejectedAt } from '#trace/state/rejected-units.ts';
import { HeldCodes } from './held-codes.ts';

/** Goods of one kind, with ids in place of lot numbers. */
interface GoodsClass {
  readonly level: number;
  readonly goods: readonly GoodsUnits[];
  readonly units: number;
  readonly whole: boolean;
  readonly held: boolean;
  readonly rejected?: boolean;
  readonly inside: boolean;
  readonly fresh: boolean;
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

/** Which codes may come up during a task. */
export interface CodeScope {
  /** Where the goods lie. */
  readonly places: readonly number[];
  /** Those that it is about; all that are there, if undefined. */
  readonly products?: readonly number[];
  /** Others are added as long as they are few, so that their codes are told to be of another product. */
  readonly withOthers?: true;
  /** Labels that were issued for it, and may be on no goods yet. */
  readonly labels?: Labels;
  /** Rejected units are refused, and told so. */
  readonly withoutRejected?: boolean;
  /** What is done already, or on other waybills, of some products. */
  readonly marked: (products: readonly number[]) => Promise<ReadonlyMap<number, Mark>>;
}

export type Mark = NonNullable<CodeClass['on']>;

/** Codes of the goods that they are to be put on. */
export interface Labels {
  readonly ranges: readonly { readonly first: number; readonly last: number }[];
  readonly goods: Goods;
}

/**
 * The codes that may come up during a task: what lies at its places, packages with what is in them, and what is done already. Kept as
 * numbers outside of the heap, as there may be millions.
 */
export class TaskCodes {
  #ids = new Float64Array(4096);
  #classOf = new Uint16Array(4096);
  #count = 0;
  readonly #indices = new Map<string, number>();
  readonly #classes: GoodsClass[] = [];
  readonly #rules: Pick<RuleBook, 'levelOf'>;

  private constructor(rules: Pick<RuleBook, 'levelOf'>) {
    this.#rules = rules;
  }

  static async read(
    sql: Connection,
    rules: Pick<RuleBook, 'levelOf'>,
    { places, products: wanted, withOthers, withoutRejected, marked, labels }: CodeScope,
  ): Promise<TaskCodes> {
    const codes = new TaskCodes(rules);
    const most = withOthers ? mostOthers : wanted ? 0 : Number.POSITIVE_INFINITY;
    const products = [...(wanted ?? []), ...(most > 0 ? await othersThere(sql, places, wanted ?? [], most) : [])];
    const [held, marks] = await Promise.all([HeldCodes.read(sql, places, products), marked(products)]);
    const seen = new Set<number>();
    for (const productId of products)
      for (const lots of await lotsInParts(sql, places, productId)) {
        const there = (await goodsAt(sql, places, { productId, lots })).filter(({ code }) => !seen.has(code));
        const rejected = new Set(withoutRejected ? (await rejectedAt(sql, places, lots)).map(({ code }) => code) : []);
        const outermost = there.map(({ code, level, units, productId: product, lotId, complete, mixed }): ReadCode => {
          // Only those of several products or lots can come up again.
          if (mixed) seen.add(code);
          const goods = mixed ?? [{ productId: product, lotId, units }];
          return {
            ...{
              id: code,
              level,
              units,
              goods,
              whole: complete,
              inside: false,
              fresh: false,
              on: marks.get(code) ?? null,
            },
            ...{ held: held.has(code, goods), holdsDown: held.holdsWithin(code), rejected: rejected.has(code) },
          };
        });
        await codes.#add(sql, outermost, held);
      }
    await codes.#addDone(sql, marks, held);
    if (labels) await codes.#addLabels(sql, labels);
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
    return this.#classes.map(({ goods, level, units, whole, held, rejected, inside, fresh, on }) => {
      const [only] = goods.length === 1 ? goods : [];
      return {
        product_id: only?.productId ?? null,
        lot: only ? lotOf(only) : null,
        ...{ level, units, whole, held },
        ...(rejected ? { rejected } : {}),
        ...(inside ? { inside } : {}),
        ...(fresh ? { fresh } : {}),
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
        ...{ id: child, level: record?.level ?? 1, goods, holdsDown, inside: true, fresh: false, on: around.on },
        units: goods.reduce((sum, { units }) => sum + units, 0),
        whole: record?.contents?.complete ?? true,
        held: holdsDown || held.has(child, goods),
      };
    });
  }

  /** What is done and does not lie there, as what a factory's line has given to a waybill. */
  async #addDone(sql: Connection, marks: ReadonlyMap<number, Mark>, held: HeldCodes): Promise<void> {
    const known = new Set(this.#ids.subarray(0, this.#count));
    const rest = [...marks].flatMap(([code, on]) => (on === 'this' && !known.has(code) ? code : []));
    if (rest.length === 0) return;
    const records = await readCodes(sql, rest);
    const codes = records.among(rest).map((record): ReadCode => {
      const goods = goodsIn(record);
      return {
        ...{ id: record.id, level: record.level, goods, inside: false, fresh: false, on: 'this' },
        units: goods.reduce((sum, { units }) => sum + units, 0),
        whole: record.contents?.complete ?? true,
        ...{ held: held.has(record.id, goods), holdsDown: held.holdsWithin(record.id) },
      };
    });
    await this.#add(sql, codes, held);
  }

  /** Labels: those that no event is about, except for printing them, are on nothing yet. */
  async #addLabels(sql: Connection, { ranges, goods }: Labels): Promise<void> {
    const known = this.#ids.slice(0, this.#count).sort();
    let at = 0;
    for (const { first, last } of ranges) {
      const rows = await sql<{ code: number }[]>`
        select distinct code from event_code
        where code between ${first} and ${last} and act <> ${eventTypes.print.no}::smallint`;
      const used = new Set(rows.map(({ code }) => code));
      const level = this.#rules.levelOf(first);
      const units = level === 1 ? 1 : 0;
      const common = { whole: level === 1, held: false, inside: false, on: null, holdsDown: false };
      for (let id = first; id <= last && this.#count < mostCodes; id++) {
        while (at < known.length && (known[at] as number) < id) at++;
        if (known[at] === id) continue;
        this.#push({ id, level, units, goods: [{ ...goods, units }], ...common, fresh: !used.has(id) });
      }
    }
  }

  #push({ id, ...one }: ReadCode): void {
    if (this.#count === this.#ids.length) {
      const [ids, classOf] = [this.#ids, this.#classOf];
      this.#ids = new Float64Array(2 * ids.length);
      this.#ids.set(ids);
      this.#classOf = new Uint16Array(2 * classOf.length);
      this.#classOf.set(classOf);
    }
    this.#ids[this.#count] = id;
    this.#classOf[this.#count++] = this.#classIndex(one);
  }

  #classIndex(one: GoodsClass): number {
    const { level, goods, units, whole, held, rejected = false, inside, fresh, on } = one;
    const [only] = goods;
    const key =
      only && goods.length === 1
        ? `${only.productId} ${only.lotId} ${level} ${units} ${whole} ${held} ${rejected} ${inside} ${fresh} ${on}`
        : JSON.stringify([goods, level, units, whole, held, rejected, inside, fresh, on]);
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
async function othersThere(
  sql: Connection,
  places: readonly number[],
  wanted: readonly number[],
  most: number,
): Promise<number[]> {
  const rows = await sql<{ product_id: number; units: number }[]>`
    select product_id, safe_integer(sum(units)) as units from (
      select product_id, units from stock where place_id = any(${places as number[]}::bigint[])
      union all
      select product_id, units from stock_delta where place_id = any(${places as number[]}::bigint[])
    ) s where product_id <> all(${wanted as number[]}::bigint[]) group by product_id having sum(units) > 0 order by units`;
  const products: number[] = [];
  let rest = most;
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
