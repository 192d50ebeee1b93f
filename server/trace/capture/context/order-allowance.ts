import type { Connection } from '#platform/database/database.ts';
import type { WorkOrderFacts } from '../../document-facts.ts';
import { madeOf } from '../../figures/figures.ts';
import type { EventInput } from './event-input.ts';

/**
 * How much more may be made for the work orders of a group of events: what was made before the group, and what its events have added.
 */
export class OrderAllowance {
  readonly #made: ReadonlyMap<number, number>;
  readonly #added = new Map<number, number>();

  constructor(made: ReadonlyMap<number, number> = new Map()) {
    this.#made = made;
  }

  /** Reads what was made for the orders of events that put codes on products. */
  static async read(sql: Connection, inputs: readonly EventInput[]): Promise<OrderAllowance> {
    return new OrderAllowance(await madeOf(sql, [...new Set(inputs.flatMap(bindingOrder))]));
  }

  /** How an order's limit would be exceeded by more units, as `1051 > 1050`; undefined if there is room. */
  excess({ id, limit }: WorkOrderFacts, units: number): string | undefined {
    const made = this.#of(id) + units;
    return units > 0 && made > limit ? `${made} > ${limit}` : undefined;
  }

  add(order: number, units: number): void {
    this.#added.set(order, (this.#added.get(order) ?? 0) + units);
  }

  /** Whether what was added still has room, by what has been made in the meantime. */
  holds(now: OrderAllowance, orders: ReadonlyMap<number, WorkOrderFacts>): boolean {
    return [...this.#added].every(([id, units]) => {
      const order = orders.get(id);
      return order !== undefined && now.excess(order, units) === undefined;
    });
  }

  #of(order: number): number {
    return (this.#made.get(order) ?? 0) + (this.#added.get(order) ?? 0);
  }
}

/** The work order that an event may put codes on products for. */
const bindingOrder = (input: EventInput): number[] =>
  input.act === 'pack' || input.act === 'repack' || input.act === 'bind' || input.act === 'reject'
    ? [input.workOrderId]
    : [];
