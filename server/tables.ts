import { collectTables, type Tables } from '#platform/database/table.ts';
import { exportsOfFiles } from './collected.ts';

/** All tables with their facts: the exports of files `<thing>.table.ts`. */
export const tables: Tables = collectTables(await exportsOfFiles('.table.ts'));
