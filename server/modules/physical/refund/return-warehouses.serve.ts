import { returnWarehouses } from '@suyuan/contract/physical/refund.ts';
import type { Services } from '#platform/services.ts';

/** Serves the warehouses that goods can be returned to, those for returns first; materials lie in others. */
export default function serveReturnWarehouses({ routes, system }: Services): void {
  routes.serve(returnWarehouses, async ({ id }, { account }) => {
    const { sql } = system.partners;
    const { party } = account;
    return sql<{ id: number; warehouse_code: string; warehouse_name: string }[]>`
      select id, warehouse_code, warehouse_name from warehouse
      where dealer_id is null and (status = 'enabled' and warehouse_type not in ('raw', 'packaging') or id = ${id ?? 0})
        and ${party?.kind === 'factory' ? sql`factory_id = ${party.id}` : sql`true`}
      order by id = ${id ?? 0} desc, warehouse_type = 'returns' desc, warehouse_code limit 500`;
  });
}
