import type { TestServer } from '../harness/server.ts';

/** A paper of goods of a product that a line hands over; its id. */
export async function handoverPaper(server: TestServer, product: number): Promise<number> {
  const [paper] = await server.sql<{ id: number }[]>`
    with ordered as (
      insert into work_order (order_no, product_id, quantity, created_by) values ('ON-PAPER', ${product}, 1, 1) returning id
    )
    insert into handover (handover_no, work_order_id, packages, remainders, units, created_by, created_name)
    select 'JJ999999', id, 1, 0, 1, 1, 'admin' from ordered returning id`;
  return paper?.id as number;
}
