import { type ListView, viewList } from '@suyuan/contract/organ/list-view.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '#core/api/call.ts';
import type { ColumnChoice } from '../columns/columnChoice.ts';
import { type ListState, onSameTab, writeState } from '../state/urlState.ts';

export const viewsQuery = (list: string) => ({
  queryKey: [viewList.path, list],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(viewList, { list }, { signal, background: true }),
  staleTime: 60_000,
});

export interface ShownView {
  readonly view: ListView | undefined;
  /** The requested view is not loaded yet. */
  readonly pending: boolean;
  /** Shows a view by its id; undefined for the default state. */
  readonly showView: (id: number | undefined) => void;
}

/** The view of a list or report that the URL names: `?view=7`. */
export function useView(list: string): ShownView {
  const [query, setQuery] = useSearchParams();
  const id = Number(query.get('view')) || undefined;
  const views = useQuery({ ...viewsQuery(list), enabled: id !== undefined });
  return {
    view: views.data?.find((one) => one.id === id),
    pending: id !== undefined && views.isPending,
    showView: (next) => setQuery(onSameTab(query, new URLSearchParams(next === undefined ? {} : { view: `${next}` }))),
  };
}

/** What a view saves of a list: filters, sorting and columns, but not the page. */
export const viewOfList = (
  { filters, sort }: ListState,
  { order, hidden, pinned, widths }: ColumnChoice,
): Pick<ListView, 'query' | 'columns'> => ({
  query: `${writeState({ page: 1, size: undefined, sort, filters })}`,
  columns: {
    order: [...order],
    hidden: [...hidden],
    ...(pinned ? { pinned: [...pinned] } : {}),
    ...(widths ? { widths: { ...widths } } : {}),
  },
});
