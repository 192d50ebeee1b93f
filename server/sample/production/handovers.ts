import {
  handoverAdd,
  handoverDetail,
  handoverHand,
  handoverReceive,
  handoverWithdraw,
} from '../../../contract/report/handover.ts';
import type { Connection } from '../../platform/database/database.ts';
import { hour } from '../filling/days.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly sql: Connection;
  readonly call: CallServer;
  readonly callAsKeeper: CallServer;
}

/** Every so many papers a package is missing; one of them was made for the wrong warehouse. */
const shortEvery = 6;
const withdrawn = 8;

/** Papers of what lines made, each as far as its day is past: signed by both, by the line, or by nobody yet. */
export class SampleHandovers {
  readonly #parts: Parts;
  #made = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Of what of an order is packed by a moment. */
  async handOver(work_order_id: number, at: number): Promise<void> {
    const { sql, call, callAsKeeper } = this.#parts;
    const { id } = await call(handoverAdd, { work_order_id });
    const nth = ++this.#made;
    const moments = {
      created: new Date(Math.min(at, Date.now())),
      handed: new Date(at + hour),
      received: new Date(at + 3 * hour),
    };
    await sql`update handover set created_at = ${moments.created} where id = ${id}`;
    if (moments.handed.getTime() > Date.now()) return;
    await call(handoverHand, { id });
    await sql`update handover set handed_at = ${moments.handed} where id = ${id}`;
    if (moments.received.getTime() > Date.now()) return;
    if (nth === withdrawn) {
      await callAsKeeper(handoverWithdraw, { id, reason: '仓库写错，重新开单' });
      await sql`update handover set withdrawn_at = ${moments.received} where id = ${id}`;
      return;
    }
    const { levels } = await call(handoverDetail, { id });
    const packages = levels.reduce((sum, level) => sum + level.packages, 0);
    const isShort = nth % shortEvery === 0;
    await callAsKeeper(handoverReceive, {
      id,
      counted: isShort ? packages - 1 : packages,
      ...(isShort ? { difference_reason: '少一箱，产线核实中' } : {}),
    });
    await sql`update handover set received_at = ${moments.received} where id = ${id}`;
  }
}
