import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from '../../state/code-record.ts';
import { inOrder } from '../../state/issue-facts.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { EventInput } from './event-input.ts';

/** The package that a code lay in until it was taken out of it to be loaded, and those that came apart by that. */
interface Taking {
  readonly parent: number;
  /** When it was taken out, in epoch milliseconds, and for which waybill. */
  readonly at: number;
  readonly waybillId: number;
}

interface PastRow {
  readonly child: number;
  readonly parent: number;
  readonly undone_by: number;
}

/** Where loading took goods out of a package: unloading them puts them back. */
export class TakenOut {
  readonly #takings = new Map<number, Taking>();

  /**
   * Reads this for events that unload goods, with the packages and how these lay in others; and for packages that are loaded
   * without being full, what was taken out of them.
   */
  static async read(sql: Connection, ledger: Ledger, inputs: readonly EventInput[]): Promise<TakenOut> {
    const result = new TakenOut();
    let codes = inOrder(inputs.flatMap((input) => (input.act === 'unload' ? input.codes : [])));
    while (codes.length > 0) {
      const rows = await sql<PastRow[]>`
        select distinct on (child) child, parent, undone_by from packing_past
        where child = any(${codes}::bigint[]) order by child, undone_by desc`;
      const parents = inOrder(await result.#noteRows(sql, rows));
      await ledger.read(parents);
      codes = parents.filter((id) => !result.#takings.has(id));
    }
    let open = inputs.flatMap((input) =>
      input.act === 'load' && ledger.get(input.code)?.contents?.complete === false ? input.code : [],
    );
    while (open.length > 0) {
      const [pastRows, within] = await Promise.all([
        sql<PastRow[]>`
          select child, parent, undone_by from packing_past where parent = any(${open}::bigint[]) order by undone_by`,
        // Bottles out of the cases of a pallet are missing from the pallet.
        sql<{ code: number }[]>`
          select k.code from packing p join package k on k.code = p.child
          where p.parent = any(${open}::bigint[]) and not k.complete`,
      ]);
      await result.#noteRows(sql, pastRows);
      open = within.map(({ code }) => code);
      await ledger.read(inOrder([...open, ...pastRows.map(({ child }) => child)]));
    }
    return result;
  }

  /** Notes what was taken out for a waybill; returns the packages. */
  async #noteRows(sql: Connection, rows: readonly PastRow[]): Promise<number[]> {
    const events = await sql<{ id: number; event_time: Date; waybill_id: number }[]>`
      select id, event_time, waybill_id from trace_event
      where id = any(${rows.map(({ undone_by }) => undone_by)}::bigint[]) and waybill_id is not null`;
    const eventOf = new Map(events.map((event) => [event.id, event]));
    return rows.flatMap(({ child, parent, undone_by }) => {
      const event = eventOf.get(undone_by);
      if (!event) return [];
      this.note(child, { parent, at: event.event_time.getTime(), waybillId: event.waybill_id });
      return [parent];
    });
  }

  note(code: number, taking: Taking): void {
    this.#takings.set(code, taking);
  }

  /** The package that a code was taken out of at this moment for this waybill; undefined if it was not. */
  outOf({ id }: CodeRecord, at: number, waybillId: number): number | undefined {
    const taking = this.#takings.get(id);
    return taking?.at === at && taking.waybillId === waybillId ? taking.parent : undefined;
  }

  /** A waybill on which goods are that were loaded out of this package, and left it incomplete. */
  waybillOfMissing(ledger: Ledger, record: CodeRecord): number | undefined {
    for (const [code, { parent, waybillId }] of this.#takings) {
      const [child, around] = [ledger.get(code), ledger.get(parent)];
      if (!child || !around || child.parent !== null || ledger.waybillOf(child) !== waybillId) continue;
      if (around === record || ledger.above(around).includes(record)) return waybillId;
    }
    return undefined;
  }
}
