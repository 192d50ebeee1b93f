import type { Connection } from '../../../platform/database/database.ts';

/** Whole lots and single codes that are put on hold or released. */
export interface Kept {
  readonly lots: readonly number[];
  readonly codes: readonly number[];
}

/** All holds in force. They are few, so all of them are read; a lot or code may be held several times, hence the counts. */
export class Holds {
  readonly #lots = new Map<number, number>();
  readonly #codes = new Map<number, number>();

  static async read(sql: Connection): Promise<Holds> {
    const rows = await sql<{ code: number | null; lot_id: number | null }[]>`
      select code, lot_id from hold where released_at is null`;
    const holds = new Holds();
    holds.keep({ lots: rows.flatMap(({ lot_id }) => lot_id ?? []), codes: rows.flatMap(({ code }) => code ?? []) });
    return holds;
  }

  keep({ lots, codes }: Kept): void {
    for (const id of lots) this.#lots.set(id, (this.#lots.get(id) ?? 0) + 1);
    for (const id of codes) this.#codes.set(id, (this.#codes.get(id) ?? 0) + 1);
  }

  letGo({ lots, codes }: Kept): void {
    for (const id of lots) this.#lots.set(id, (this.#lots.get(id) ?? 0) - 1);
    for (const id of codes) this.#codes.set(id, (this.#codes.get(id) ?? 0) - 1);
  }

  hasLot(id: number): boolean {
    return (this.#lots.get(id) ?? 0) > 0;
  }

  hasCode(id: number): boolean {
    return (this.#codes.get(id) ?? 0) > 0;
  }
}
