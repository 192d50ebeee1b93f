import type { CodeClass, SnapshotHead, Task } from '@suyuan/contract/handheld/task.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import type { HandheldTasks, TaskServices } from './acts/act.ts';
import { mapOf } from './codes/code-map.ts';
import { TaskCodes } from './codes/task-codes.ts';

/** The bytes of the snapshot of a task, without their signature. */
export async function snapshotOf(
  { sql, timeZone }: Pick<TaskServices, 'sql' | 'timeZone'>,
  shared: SharedServices,
  tasks: HandheldTasks,
  { id, kind, no, about, place }: Task,
): Promise<Uint8Array> {
  const taken_at = new Date().toISOString();
  const { scope, ...contents } = await tasks.contents({ sql, timeZone, workOrders: shared.workOrders }, id);
  const codes = await TaskCodes.read(sql, shared.rules, scope);
  const map = await mapOf(sql, shared.rules, codes);
  const classes = await codes.classes(sql);
  const head: SnapshotHead = {
    ...{ version: 2, kind, id, no, taken_at, about, place },
    ...contents,
    products: await productsIn(sql, classes),
    classes,
    map: { keys: codes.count, bytes: map.length },
  };
  return framed(Buffer.from(JSON.stringify(head)), map);
}

/** The products of the goods, also those that the task is not about. */
async function productsIn(sql: Connection, classes: readonly CodeClass[]): Promise<SnapshotHead['products']> {
  const ids = classes.flatMap(({ product_id, mixed = [] }) => [product_id, ...mixed.map((part) => part.product_id)]);
  const known = [...new Set(ids.filter((id) => id !== null))];
  return [
    ...(await sql<SnapshotHead['products']>`
      select id, product_code as code, product_name as name from product where id = any(${known}::bigint[]) order by id`),
  ];
}

/** The length of the head, the head, and the map. */
function framed(head: Uint8Array, map: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(4 + head.length + map.length);
  bytes.writeUInt32LE(head.length);
  bytes.set(head, 4);
  bytes.set(map, 4 + head.length);
  return bytes;
}
