import { type QueryKey, useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../Panel.tsx';

/** Whether the rows of a list are being fetched. Only small parts use it, so that fetching does not render the table twice. */
export const useIsRefreshing = (queryKey: QueryKey): boolean => useIsFetching({ queryKey, exact: true }) > 0;

interface ListPanelProps {
  readonly label: string;
  /** The query of the rows. */
  readonly of: QueryKey;
  readonly children: ReactNode;
}

/** The frame of a list, marked as busy while its rows are fetched. */
export function ListPanel({ label, of, children }: ListPanelProps) {
  return (
    <Panel aria-label={label} aria-busy={useIsRefreshing(of)}>
      {children}
    </Panel>
  );
}
