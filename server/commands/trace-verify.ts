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
  const found = await lasting(sql);
  await kept(keepFigureCheck(sql, found));
  if (!isQuiet) print(found);
  return found.length === 0;
}

function print(found: readonly Difference[]): void {
  for (const { where, kept, counted, last } of found) {
    console.log(`${where}: ${kept} is kept, ${counted} is counted. Last event: ${last ?? 'none'}.`);
  }
  console.log(found.length === 0 ? 'Everything is what the events say.' : `${found.length} rows differ.`);
}
