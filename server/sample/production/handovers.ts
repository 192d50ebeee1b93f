import { hour } from '@suyuan/contract/durations.ts';
import {
  handoverAdd,
  handoverDetail,
  handoverHand,
  handoverReceive,
  handoverWithdraw,
} from '@suyuan/contract/report/handover.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly sql: Connection;
  readonly call: CallServer;
  readonly callAsKeeper: CallServer;
  readonly printed: (code: number) => string;
}

/** A package is missing on every nth paper, and one paper, made for the wrong warehouse, is withdrawn. */
const shortEvery = 6;
const withdrawnPaper = 8;

/** Handover papers for finished goods: signed by both sides, by the line, or by nobody, depending on their day. */
export class SampleHandovers {
  readonly #parts: Parts;
  #made = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Hands over what a work order has packed by a time. If it goes on, packages that are not on a pallet yet stay at the line, which
   * packs them onto the next one.
   */
  async handOver(work_order_id: number, at: number, goesOn: boolean): Promise<void> {
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
    if (nth === withdrawnPaper) {
      await callAsKeeper(handoverWithdraw, { id, reason: '仓库写错，重新开单' });
      await sql`update handover set withdrawn_at = ${moments.received} where id = ${id}`;
      return;
    }
    const { levels } = await call(handoverDetail, { id });
    const packages = levels.reduce((sum, level) => sum + level.packages, 0);
    const missing = goesOn ? await this.#onNoPallet(id) : [];
    const isShort = missing.length === 0 && nth % shortEvery === 0;
    await callAsKeeper(handoverReceive, {
      id,
      counted: isShort ? packages - 1 : packages - missing.length,
      ...(isShort ? { difference_reason: '少一箱，产线核实中' } : {}),
      ...(missing.length > 0 ? { missing, difference_reason: '未满托，留在产线' } : {}),
    });
    await sql`update handover set received_at = ${moments.received} where id = ${id}`;
  }

  /** The packages on a paper that are smaller than the largest ones. */
  async #onNoPallet(id: number): Promise<string[]> {
    const rows = await this.#parts.sql<{ code: number }[]>`
      select code from handover_package
      where handover_id = ${id} and level < (select max(level) from handover_package where handover_id = ${id})`;
    return rows.map(({ code }) => this.#parts.printed(code));
  }
}
