import type { Connection } from '../../../platform/database/database.ts';

/** Goods that are kept together, or let go: lots whole, and codes. */
export interface Kept {
  readonly lots: readonly number[];
  readonly codes: readonly number[];
}

/** What keeps goods where they are now. It is little at any time, so that it is read whole; the same may be kept twice. */
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
