import type { Kysely } from 'kysely';
import type { Change } from '../audit/audit-log.ts';
import type { Schema } from '../database/schema.ts';
import type { NumberedTable } from '../database/table.ts';
import { notFound, type Refusal } from '../refusal.ts';

/** A record with a life (`contract/life.ts`), as far as its steps need it. */
interface Lived<Step extends string, Status extends string, Row extends { readonly status: Status }> {
  readonly table: NumberedTable;
  readonly life: { readonly mayTake: (step: Step, status: Status) => boolean };
  readonly read: (db: Kysely<Schema>, id: number) => Promise<Row | undefined>;
  /** Why a step cannot be taken in a status. */
  readonly refused: (step: Step, status: Status) => Refusal;
}

/** Tables whose columns are known to their own module alone. */
type AnyRows = Readonly<Record<string, { readonly id: number; readonly [column: string]: unknown }>>;

/** Takes the steps of records, one at a time: the row stays locked until the end of the change. */
export function lifeSteps<Step extends string, Status extends string, Row extends { readonly status: Status }>({
  table,
  life,
  read,
  refused,
}: Lived<Step, Status, Row>) {
  const toChange = async (change: Change, id: number): Promise<Row> => {
    await change.changing(table, id);
    const row = await read(change.db, id);
    if (!row) throw notFound(table);
    return row;
  };
  return {
    /** Locks a record that is about to change. Throws 404. */
    toChange,
    /** The same for one that is about to take a step. Throws 409 if its status does not allow it. */
    take: async (change: Change, id: number, step: Step): Promise<Row> => {
      const row = await toChange(change, id);
      if (!life.mayTake(step, row.status)) throw refused(step, row.status);
      return row;
    },
    /** Writes what a step leaves. */
    set: async ({ db }: Change, id: number, columns: Readonly<Record<string, unknown>>): Promise<void> => {
      const rows = (db as unknown as Kysely<AnyRows>).updateTable(table);
      await rows
        .set({ ...columns, updated_at: new Date() })
        .where('id', '=', id)
        .execute();
    },
  };
}
