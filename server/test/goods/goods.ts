import { dealer } from '@suyuan/contract/base/dealer.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { workOrder, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { orderAdd, setAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import type { GenuineStep } from '@suyuan/contract/trace/genuine.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { codesOfOrder } from './codes-of-order.ts';
import { begunLongAgo, issuedLongAgo } from './long-ago.ts';

export type Level = 1 | 3 | 4;

interface CodeForm {
  readonly prefix: string;
  readonly body_length: number;
}

/** Units in a case, and cases on a pallet. */
const perCase = 3;
const perPallet = 2;

/** A product that a work order makes of one lot. */
export interface Made {
  readonly productId: number;
  readonly workOrderId: number;
  readonly lot: string;
}

/** What is needed of a server: that of a test, or one that a browser looks at. */
interface Calls {
  readonly sql: Sql;
  readonly admin: string;
  data<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Goods to be shipped: three bottles to a case and two cases to a pallet, made into a warehouse. */
export class Goods {
  readonly #server: Calls;
  readonly #rules: Readonly<Record<Level, number>>;
  readonly #hierarchyId: number;
  readonly #names: string;
  #named = 0;

  private constructor(server: Calls, rules: Readonly<Record<Level, number>>, hierarchyId: number, names: string) {
    this.#server = server;
    this.#rules = rules;
    this.#hierarchyId = hierarchyId;
    this.#names = names;
  }

  /** Codes of 13 digits, unless some levels are to have others; `names` begins the names of what is made beside that of others. */
  static async on(server: Calls, formats: Partial<Record<Level, CodeForm>> = {}, names = ''): Promise<Goods> {
    const levels = [];
    const rules: Partial<Record<Level, number>> = {};
    for (const [unit_code, level, quantity] of [
      ['bottle', 1, 1],
      ['case', 3, perCase],
      ['pallet', 4, perPallet],
    ] as const) {
      const { id: unit_id } = await server.data(packagingUnit.add, {
        unit_code: `${names}${unit_code}`,
        level,
        symbol_zh: unit_code,
      });
      levels.push({ unit_id, quantity });
      const format = {
        ...(formats[level] ?? { prefix: `${level}`, body_length: 12 }),
        alphabet: 'digits',
        check: 'none',
        carrier: 'plain',
      } as const;
      rules[level] = (await server.data(codeRule.add, { rule_name: `${names}${unit_code}`, level, ...format })).id;
    }
    const relation = await server.data(hierarchy.add, { hierarchy_code: `${names}H`, hierarchy_name: '1=2=6', levels });
    return new Goods(server, rules as Record<Level, number>, relation.id, names);
  }

  #name(prefix: string): string {
    return `${this.#names}${prefix}${++this.#named}`;
  }

  async warehouse(owner: { factory_id?: number; dealer_id?: number } = {}): Promise<number> {
    const code = this.#name('W');
    const given = {
      warehouse_code: code,
      warehouse_name: code,
      warehouse_type: 'finished',
      status: 'enabled',
      ...owner,
    } as const;
    return (await this.#server.data(warehouse.add, given)).id;
  }

  async dealer(areaCode?: string): Promise<number> {
    const code = this.#name('D');
    const where = areaCode ? { area_code: areaCode } : {};
    return (
      await this.#server.data(dealer.add, {
        dealer_code: code,
        dealer_name: code,
        dealer_level: 1,
        status: 'enabled',
        ...where,
      })
    ).id;
  }

  /** From which step on codes are genuine that are ordered from now on, of all levels. */
  async genuineFrom(genuine_from: GenuineStep): Promise<void> {
    for (const id of Object.values(this.#rules)) await this.#server.data(codeRule.update, { id, genuine_from });
  }

  /** Codes that nobody has used, as they are printed. */
  async codes(level: Level, quantity: number): Promise<string[]> {
    const { id } = await this.#server.data(orderAdd, { rule_id: this.#rules[level], quantity });
    await issuedLongAgo(this.#server.sql, [id]);
    return codesOfOrder(this.#server, id);
  }

  /** Codes of sets that nobody has used: of pallets, each with cases and bottles, ordered together. */
  async sets(count: number): Promise<{ pallets: string[]; cases: string[]; bottles: string[] }> {
    const ratio = `1:${perPallet}:${perPallet * perCase}`;
    const rule_ids = [this.#rules[4], this.#rules[3], this.#rules[1]];
    const { orders } = await this.#server.data(setAdd, { ratio, sets: count, rule_ids });
    await issuedLongAgo(
      this.#server.sql,
      orders.map(({ id }) => id),
    );
    const [pallets, cases, bottles] = await Promise.all(orders.map(({ id }) => codesOfOrder(this.#server, id)));
    return { pallets: pallets ?? [], cases: cases ?? [], bottles: bottles ?? [] };
  }

  async product(): Promise<number> {
    const code = this.#name('P');
    return (await this.#server.data(product.add, { product_code: code, product_name: code })).id;
  }

  /** A running work order into a warehouse, whose lot is released unless stated otherwise. */
  async made(
    toWarehouse: number,
    {
      productId,
      released = true,
      expiry,
      order = {},
    }: {
      readonly productId?: number;
      readonly released?: boolean;
      readonly expiry?: string;
      readonly order?: Partial<InputOf<typeof workOrder.add>>;
    } = {},
  ): Promise<Made> {
    const [product_id, lot] = [productId ?? (await this.product()), this.#name('L')];
    const given = { product_id, lot, quantity: 1000, hierarchy_id: this.#hierarchyId, to_warehouse_id: toWarehouse };
    const { id } = await this.#server.data(workOrder.add, {
      ...given,
      ...(expiry ? { expiry_date: expiry } : {}),
      ...order,
    });
    await this.#server.data(workOrderRelease, { id });
    await this.#server.data(workOrderStart, { id });
    await begunLongAgo(this.#server.sql, id);
    const made = { productId: product_id, workOrderId: id, lot };
    if (released) await this.#releaseWhileMade(made);
    return made;
  }

  /** Goods of tests leave while their order makes more, for which no call releases a lot. */
  async #releaseWhileMade({ productId, lot }: Made): Promise<void> {
    const { sql } = this.#server;
    await sql`
      update lot set quality_released_at = now(), quality_released_by = 1, market_released_at = now(), market_released_by = 1
      where product_id = ${productId} and lot_no = ${lot}`;
  }

  /** Cases that are packed, each with its bottles. */
  async cases({ workOrderId }: Made, count: number): Promise<{ code: string; bottles: string[] }[]> {
    const [units, boxes] = [await this.codes(1, count * perCase), await this.codes(3, count)];
    const packed = boxes.map((code, at) => ({ code, bottles: units.slice(at * perCase, (at + 1) * perCase) }));
    for (const { code, bottles } of packed) {
      await this.#server.data(pack, { work_order_id: workOrderId, parent: code, children: bottles });
    }
    return packed;
  }

  /** A pallet with its cases. */
  async pallet(made: Made): Promise<{ code: string; cases: { code: string; bottles: string[] }[] }> {
    const cases = await this.cases(made, perPallet);
    const [code] = (await this.codes(4, 1)) as [string];
    await this.#server.data(pack, {
      work_order_id: made.workOrderId,
      parent: code,
      children: cases.map((one) => one.code),
    });
    return { code, cases };
  }

  /** A sale of so many units of each product. */
  async sale(fromWarehouse: number, toDealer: number, lines: { product_id: number; lot?: string; quantity: number }[]) {
    const given = { kind: 'sale', from_warehouse_id: fromWarehouse, to_dealer_id: toDealer, lines } as const;
    return (await this.#server.data(waybill.add, given)).id;
  }
}
