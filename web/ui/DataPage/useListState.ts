import type { ListView } from '@suyuan/contract/organ/list-view.ts';
import { useSearchParams } from 'react-router';
import type { ListSpec } from './fields.ts';
import { type ListState, onSameTab, readState, writeState } from './state/urlState.ts';
import { useView } from './views/useView.ts';

/**
 * The state of a list from its URL: given directly, or by a view (`?view=7`) until filters or sorting differ from those of the
 * view.
 */
export function useListState(spec: ListSpec) {
  const [query, setQuery] = useSearchParams();
  const { view, pending, showView } = useView(spec.name);
  const state = view ? { ...stateOf(view, spec), ...turnedTo(query, spec) } : readState(query, spec.fields);

  const show = (changes: Partial<ListState>) => {
    const staysInView = view && !('filters' in changes) && !('sort' in changes);
    const next = staysInView
      ? writeState({ ...state, filters: {}, sort: undefined, ...changes })
      : writeState({ ...state, ...changes });
    if (staysInView) next.set('view', `${view.id}`);
    setQuery(onSameTab(query, next));
  };
  /** The URL with the detail of a row or without one, on the current page or another one. */
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
    pending,
    detail: query.get('detail') ?? undefined,
    addressOf,
  };
}

function put(query: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) query.delete(name);
  else query.set(name, value);
}

const stateOf = (view: ListView, { fields }: ListSpec): ListState => readState(new URLSearchParams(view.query), fields);

/** Page and page size from the URL, which a view does not determine. */
function turnedTo(query: URLSearchParams, { fields }: ListSpec): Pick<ListState, 'page' | 'size'> {
  const { page, size } = readState(query, fields);
  return { page, size };
}
