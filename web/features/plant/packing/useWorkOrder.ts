import { type WorkOrder, workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
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

/**
 * The work order that the address of a screen names, and a function to choose another. The address keeps it over a reload, and a
 * work order can lead here. A choice holds at once, before the console was rendered with the new address.
 */
export function useOrderInAddress(): [order: number | undefined, choose: (order: number | undefined) => void] {
  const [query, setQuery] = useSearchParams();
  const orderInUrl = orderOf(query);
  const [order, setOrder] = useState(orderInUrl);
  const [previousOrder, setPreviousOrder] = useState(orderInUrl);
  if (orderInUrl !== previousOrder) {
    setPreviousOrder(orderInUrl);
    setOrder(orderInUrl);
  }
  const choose = (other: number | undefined) => {
    setOrder(other);
    setQuery((before) => withOrder(before, other), { replace: true });
  };
  return [order, choose];
}

function orderOf(query: URLSearchParams): number | undefined {
  const order = Number(query.get('order'));
  return Number.isSafeInteger(order) && order > 0 ? order : undefined;
}

function withOrder(query: URLSearchParams, order: number | undefined): URLSearchParams {
  const params = new URLSearchParams(query);
  if (order === undefined) params.delete('order');
  else params.set('order', `${order}`);
  return params;
}
