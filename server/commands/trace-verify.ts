import { readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import { keepFigureCheck, lasting } from '#trace/figures/figure-check.ts';
import type { Difference } from '#trace/figures/verify.ts';
import { kept, withDatabase } from './command-database.ts';

// `npm run trace:verify`: compares packages, stock and figures with the events. Exit code 1 if they differ.

/** Prints what it finds; whether everything is what the events say. */
export const run = (): Promise<boolean> => withDatabase(readConfig(process.env), (database) => verify(database));

/** The same for a database that is open. */
export async function verify({ sql }: Database, { isQuiet = false } = {}): Promise<boolean> {
  const rows = await lasting(sql);
  await kept(keepFigureCheck(sql, rows));
  if (!isQuiet) print(rows);
  return rows.length === 0;
}

function print(rows: readonly Difference[]): void {
  for (const { where, kept, counted, last } of rows) {
    console.log(`${where}: ${kept} is kept, ${counted} is counted. Last event: ${last ?? 'none'}.`);
  }
  console.log(rows.length === 0 ? 'Everything is what the events say.' : `${rows.length} rows differ.`);
}
