import type { Call } from '@suyuan/contract/call/call.ts';
import type { ListView } from '@suyuan/contract/organ/list-view.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { useFailureNotice } from '#core/api/failure.ts';
import type { Row } from '../records.ts';
import { usePreferences } from './columns/usePreferences.ts';
import type { ListSpec } from './fields.ts';
import { type ListState, listInput, listQuery, onSameTab, readState, useView, writeState } from './state/listQuery.ts';
import { rowTree, type TreeRow } from './table/rowTree.ts';
import type { Steps } from './useStepKeys.ts';

/** The rows that the URL asks for, and the row whose detail it opens, which need not be among them. */
export function useListRows(spec: ListSpec) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { detail, addressOf, pending, ...listState } = useListState(spec);
  const preferences = usePreferences(spec.name, spec.fields, listState.view);
  const { size: defaultSize } = preferences.preferences;
  const input = listInput(spec, listState.state, defaultSize);
  const query = listQuery(spec, input);
  const list = useQuery({ ...query, enabled: !pending, placeholderData: keepPreviousData });
  useFailureNotice(spec.page, list.error);

  const onPage = detail === undefined ? undefined : list.data?.rows.find(({ id }) => `${id}` === detail);
  const elsewhere = detail !== undefined && list.data !== undefined && !onPage;
  const alone = useQuery({
    ...listQuery(spec, { id: Number(detail), page: 1, size: 1 }, { background: true }),
    enabled: elsewhere && /^[1-9]\d{0,15}$/.test(detail) && takesId(spec.page),
  });

  const detailOf = (row: Row) => spec.pages?.detail?.(row) ?? addressOf(`${row.id}`);
  const openDetail = (row: Row) => void navigate(detailOf(row));
  return {
    ...listState,
    preferences,
    input,
    list,
    queryKey: query.queryKey,
    refresh: () => void queries.invalidateQueries({ queryKey: [spec.page.path] }),
    turnTo: (page: number, size: number) => {
      if (size !== input.size) preferences.change({ size });
      listState.show({ page: size === input.size ? page : 1, size: undefined });
    },
    detail: onPage ?? (elsewhere ? alone.data?.rows.find(({ id }) => `${id}` === detail) : undefined),
    detailOf,
    openDetail,
    closeDetail: () => void navigate(addressOf(undefined), { replace: true }),
    /** Steps to the rows before and after one in display order, across pages. */
    stepFrom: (row: Row): Steps => {
      const rows = inOrder(list.data?.rows ?? [], spec);
      const at = rows.findIndex(({ id }) => id === row.id);
      if (at < 0) return {};
      const { page } = input;
      const isLast = spec.parentKey !== undefined || page * input.size >= (list.data?.total ?? 0);
      const to = (next: Row | undefined, on = page) =>
        next && (() => void navigate(addressOf(`${next.id}`, on), { replace: true }));
      const openEnd = (on: number, end: 0 | -1) => async () => {
        const { rows: others } = await queries.fetchQuery(listQuery(spec, { ...input, page: on }));
        to(others.at(end), on)?.();
      };
      // A failed page has been reported by `call`.
      const toEnd = (on: number, end: 0 | -1) => () => void openEnd(on, end)().catch(() => undefined);
      return {
        before: to(rows[at - 1]) ?? (page > 1 ? toEnd(page - 1, -1) : undefined),
        after: to(rows[at + 1]) ?? (isLast ? undefined : toEnd(page + 1, 0)),
      };
    },
  };
}

/** Whether the page call can be filtered by the id of a row. */
const takesId = ({ input }: Call): boolean => 'properties' in input && 'id' in (input.properties as object);

const inOrder = (rows: readonly Row[], { parentKey }: ListSpec): readonly Row[] =>
  parentKey ? rowTree(rows, parentKey).flatMap(flat) : rows;

const flat = (row: TreeRow): readonly Row[] => [row, ...(row.children ?? []).flatMap(flat)];

/**
 * The state of a list from its URL: given directly, or by a view (`?view=7`) until filters or sorting differ from those of the
 * view.
 */
function useListState(spec: ListSpec) {
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
