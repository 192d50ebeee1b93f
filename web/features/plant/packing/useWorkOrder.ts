import { type WorkOrder, workOrder } from '@suyuan/contract/plant/work-order.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';

/** How often its figures are read again, in milliseconds: others pack for it, too. */
const everyMs = 30_000;

/** A work order that the address names; null if there is none. */
export const useWorkOrder = (order: number | undefined) =>
  useQuery({
    queryKey: [workOrder.page.path, { id: order }],
    queryFn: async ({ signal }): Promise<WorkOrder | null> => {
      const { rows } = await call(workOrder.page, { id: order as number, size: 1 }, { signal, silent: true });
      return rows[0] ?? null;
    },
    enabled: order !== undefined,
    refetchInterval: everyMs,
  });
