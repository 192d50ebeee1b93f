import { clearanceAdd } from '@suyuan/contract/plant/line/line-clearance.ts';
import type { TestServer } from '../harness/server.ts';

let lines = 0;

/** A line on which an order has ended; its id. */
export async function lineToClear(server: TestServer): Promise<number> {
  const code = `CLEAR-${++lines}`;
  const [row] = await server.sql<{ line: number }[]>`
    with made as (
      insert into factory (factory_code, factory_name, kind) values (${code}, ${code}, 'own') returning id
    ), shop as (
      insert into workshop (workshop_code, workshop_name, factory_id) select ${code}, ${code}, id from made returning id
    )
    insert into production_line (line_code, line_name, workshop_id) select ${code}, ${code}, id from shop returning id as line`;
  const line_id = row?.line as number;
  await server.sql`
    insert into work_order (order_no, product_id, quantity, line_id, status, started_at, finished_at, created_by)
    select ${code}, (select min(id) from product), 1, ${line_id}, 'finished', now() - interval '1 hour', now() - interval '1 minute', 1`;
  return line_id;
}

/** A clearance of a line on which nothing was left of an order that ended there; its id. */
export async function newClearance(server: TestServer, token = server.admin): Promise<number> {
  const line_id = await lineToClear(server);
  const input = { line_id, labels_left: 0, difference_reason: 'none were printed', checks: [] };
  return (await server.data(clearanceAdd, input, { token })).id;
}
