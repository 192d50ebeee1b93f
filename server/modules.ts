import { base } from './modules/base/module.ts';
import { consumer } from './modules/consumer/module.ts';
import { dashboard } from './modules/dashboard/module.ts';
import { organ } from './modules/organ/module.ts';
import { plant } from './modules/plant/module.ts';
import { querymanage } from './modules/querymanage/module.ts';
import { tagging } from './modules/tagging/module.ts';
import { collectTables } from './platform/database/table.ts';
import { platformTables } from './platform/tables.ts';
import { roomTables } from './rooms.ts';

/** Every branch there is. */
export const modules = [organ, base, tagging, plant, querymanage, consumer, dashboard];

/** Every table there is. A table of the schema whose facts are said nowhere, or not collected, does not compile here. */
export const tables = collectTables([
  ...platformTables,
  ...roomTables,
  ...modules.flatMap((module) => [...module.tables]),
]);
