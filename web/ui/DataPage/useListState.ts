import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type ListView, viewList } from '../../../contract/organ/list-view.ts';
import { call } from '../../core/api/call.ts';
import type { ListSpec } from './fields.ts';
import { type ListState, onSameTab, readState, writeState } from './state/urlState.ts';

export const viewsQuery = (list: string) => ({
  queryKey: [viewList.path, list],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(viewList, { list }, { signal, background: true }),
  staleTime: 60_000,
});

/**
 * What a list shows, as its address says: by itself, or by the name of a view (`?view=7`) for as long as neither filters nor
 * sort are others than the view's.
 */
export function useListState(spec: ListSpec) {
  const [query, setQuery] = useSearchParams();
  const viewId = Number(query.get('view')) || undefined;
  const views = useQuery({ ...viewsQuery(spec.name), enabled: viewId !== undefined });
  const view = views.data?.find(({ id }) => id === viewId);
  const state = view ? { ...stateOf(view, spec), ...turnedTo(query, spec) } : readState(query, spec.fields);

  const show = (changes: Partial<ListState>) => {
    const staysInView = view && !('filters' in changes) && !('sort' in changes);
    const next = staysInView
      ? writeState({ ...state, filters: {}, sort: undefined, ...changes })
      : writeState({ ...state, ...changes });
    if (staysInView) next.set('view', `${view.id}`);
    setQuery(onSameTab(query, next));
  };
  const showView = (id: number | undefined) =>
    setQuery(onSameTab(query, new URLSearchParams(id === undefined ? {} : { view: `${id}` })));
  /** The address with the detail of a row, or without any; on the page shown unless another one is named. */
  const addressOf = (detail: string | undefined, page = state.page) => {
    const next = new URLSearchParams(query);
    put(next, 'detail', detail);
    put(next, 'page', page > 1 ? `${page}` : undefined);
    return `?${next}`;
  };
  return {
    state,
    show,
    view,
    showView,
    /** A view is asked for that is not known yet. */
    pending: viewId !== undefined && views.isPending,
    detail: query.get('detail') ?? undefined,
    addressOf,
  };
}

function put(query: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) query.delete(name);
  else query.set(name, value);
}

const stateOf = (view: ListView, { fields }: ListSpec): ListState => readState(new URLSearchParams(view.query), fields);

/** A view is turned over as any list is. */
function turnedTo(query: URLSearchParams, { fields }: ListSpec): Pick<ListState, 'page' | 'size'> {
  const { page, size } = readState(query, fields);
  return { page, size };
}
