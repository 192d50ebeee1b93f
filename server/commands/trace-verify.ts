import { readConfig } from '#platform/config/config.ts';
import { keepFigureCheck, lasting } from '#trace/figures/figure-check.ts';
import type { Difference } from '#trace/figures/verify.ts';
import { kept, withDatabase } from './command-database.ts';

// `npm run trace:verify`: compares packages, stock and figures with the events. Exit code 1 if they differ.

/** Prints what it finds; whether everything is what the events say. */
export async function run(): Promise<boolean> {
  const found = await withDatabase(readConfig(process.env), async ({ sql }) => {
    const lasted = await lasting(sql);
    await kept(keepFigureCheck(sql, lasted));
    return lasted;
  });
  print(found);
  return found.length === 0;
}

function print(found: readonly Difference[]): void {
  for (const { where, kept, counted, last } of found) {
    console.log(`${where}: ${kept} is kept, ${counted} is counted. Last event: ${last ?? 'none'}.`);
  }
  console.log(found.length === 0 ? 'Everything is what the events say.' : `${found.length} rows differ.`);
}
