import { exportsOfFiles } from './collected.ts';
import { collectTables, type Tables } from './platform/database/table.ts';

/** Every table there is, with its facts: what the files `<thing>.table.ts` export. */
export const tables: Tables = collectTables(await exportsOfFiles('.table.ts'));
