import type { Change } from '../audit/audit-log.ts';
import { ksql } from '../database/schema.ts';
import { isViolationOf } from '../database/statements/violation.ts';
import type { NumberedTable } from '../database/table.ts';

/** The numbers that the system gives to the records of a table, such as `WB000042`. */
export interface NumberSeries {
  readonly prefix: string;
  /** The sequence that counts them. */
  readonly sequence: string;
  readonly table: NumberedTable;
  readonly column: string;
  /** The unique index over the column, ignoring case. */
  readonly unique: string;
}

export const defineNumberSeries = (series: NumberSeries): NumberSeries => series;

/** How often a number may be taken between drawing it and writing the row. */
const maxTries = 20;

/**
 * Writes a row with the next free number of a series. People may type numbers of the series themselves: those are skipped,
 * and if somebody takes the drawn number before the row is written, the row is written with another one.
 */
export async function withNextNumber<Row>(
  change: Change,
  series: NumberSeries,
  write: (number: string) => Promise<Row>,
): Promise<Row> {
  for (let tries = 1; ; tries += 1) {
    const number = await nextNumber(change, series);
    try {
      return await change.attempt(() => write(number));
    } catch (error) {
      if (tries === maxTries || !isViolationOf(series.unique, error)) throw error;
    }
  }
}

/** Draws the next number that no row has. Numbers are never reused: that of a row which is not written stays unused. */
async function nextNumber(change: Change, { prefix, sequence, table, column }: NumberSeries): Promise<string> {
  const { rows } = await ksql<{ number: string }>`
    select next_free_number(${prefix}, ${sequence}, ${table}, ${column}) as number`.execute(change.system);
  return (rows[0] as { number: string }).number;
}
