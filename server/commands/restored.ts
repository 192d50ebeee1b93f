import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config/config.ts';
import { requireMasterKey } from '#platform/secrets/master-key-in-use.ts';
import { keepAsItIs, linesOf, moveForward } from '#restores/restores.ts';
import { masterKeyOf, withDatabase } from './command-database.ts';

// `npm run restored`: says that the database was put back to an earlier time, where nothing else tells (a volume's snapshot).
// `-- --nothing-lost`: says that it was not, where it looks so (pg_upgrade), or that nothing was issued since.

/** Moves the database forward, and prints what was done. Takes effect at once on every server. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      'nothing-lost': { type: 'boolean', default: false },
    },
  });
  const config = readConfig(process.env);
  const masterKey = await masterKeyOf(config);
  await withDatabase(config, async (database) => {
    await requireMasterKey(database.sql, masterKey);
    const parts = { database, config, masterKey };
    if (values['nothing-lost']) {
      await keepAsItIs(parts);
      console.log('The database is taken for what it was. All codes of orders that were not handed out are free.');
      return;
    }
    for (const line of linesOf(await moveForward(parts))) console.log(line);
  });
}
