import { type ListView, viewList } from '@suyuan/contract/organ/list-view.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type CallOptions, call } from '#core/api/call.ts';
import type { Row } from '../../records.ts';
import { type ColumnChoice, preferencesOf } from '../columns/usePreferences.ts';
import type { Field, ListSpec } from '../fields.ts';

/** The page size of a tree, which is shown as a whole. */
const largestPage = 500;

/** The answer of a page; for a long list, neither the count nor the search need be complete. */
export interface PageData {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly more?: boolean;
  readonly searched?: number | null;
}

/** The input of the page call; `defaultSize` is the page size that the person prefers. */
export const listInput = ({ parentKey }: ListSpec, { filters, sort, page, size }: ListState, defaultSize: number) => ({
  ...filters,
  ...(sort ? { sort } : {}),
  page,
  size: parentKey ? largestPage : (size ?? defaultSize),
});

export const listQuery = (
  spec: ListSpec,
  input: Readonly<Record<string, string | number>>,
  options: CallOptions = {},
) =>
  queryOptions({
    queryKey: [spec.page.path, input],
    queryFn: ({ signal }) => call(spec.page, input, { ...options, signal }) as Promise<PageData>,
  });

/**
 * Prefetches the rows that a URL shows, before the list is rendered. Errors are shown by the list itself (`useFailureNotice`),
 * since the person may never get there.
 */
export const firstRows =
  (spec: ListSpec) =>
  async (queries: QueryClient, query: URLSearchParams): Promise<void> => {
    // Not for other tabs than the first, nor for views, whose filters are not known yet.
    if (query.has('tab') || query.has('view')) return;
    const input = listInput(spec, readState(query, spec.fields), preferencesOf(spec.name, spec.fields).size);
    await queries.prefetchQuery(listQuery(spec, input, { background: true }));
  };

/** The state of a list that is kept in the URL, so that it can be shared and the browser's back button works. */
export interface ListState {
  readonly page: number;
  /** Undefined for the page size that the person prefers. */
  readonly size: number | undefined;
  /** `column` or `-column`. */
  readonly sort: string | undefined;
  readonly filters: Readonly<Record<string, string | number>>;
}

export const pageSizes = [20, 50, 100, 200, 500] as const;

/** Reads the state from a query; unknown filters and malformed numbers are ignored. */
export function readState(query: URLSearchParams, fields: readonly Field[]): ListState {
  const filters: Record<string, string | number> = {};
  for (const { name, isNumber } of filterNames(fields)) {
    const text = query.get(name);
    if (text === null || text === '') continue;
    if (!isNumber) filters[name] = text;
    else if (/^\d+$/.test(text)) filters[name] = Number(text);
  }
  return {
    page: positive(query.get('page')) ?? 1,
    size: pageSizes.find((size) => size === positive(query.get('size'))),
    sort: sortable(query.get('sort'), fields),
    filters,
  };
}

/** The query for a state, without default values. */
export function writeState(state: ListState): URLSearchParams {
  const query = new URLSearchParams();
  if (state.page > 1) query.set('page', String(state.page));
  if (state.size !== undefined) query.set('size', String(state.size));
  if (state.sort !== undefined) query.set('sort', state.sort);
  for (const [name, value] of Object.entries(state.filters)) query.set(name, String(value));
  return query;
}

/** Keeps the tab of a screen with several lists in a new query. */
export function onSameTab(before: URLSearchParams, query: URLSearchParams): URLSearchParams {
  const tab = before.get('tab');
  if (tab !== null) query.set('tab', tab);
  return query;
}

function filterNames(fields: readonly Field[]): { name: string; isNumber: boolean }[] {
  return fields
    .filter((field) => field.search)
    .flatMap((field) => {
      if (field.kind === 'period') return [field.from, field.to].map((name) => ({ name, isNumber: false }));
      const choices = field.kind === 'choice' && Array.isArray(field.choices) ? field.choices : [];
      const numbers = field.kind === 'reference' || typeof choices[0] === 'number';
      const ownNumber = field.kind === 'own' && field.isNumber === true;
      return [{ name: field.key, isNumber: numbers || ownNumber || field.kind === 'number' }];
    });
}

const positive = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;

function sortable(text: string | null, fields: readonly Field[]): string | undefined {
  const key = text?.replace(/^-/, '');
  const isSortable = fields.some((field) => field.key === key && field.column !== false && field.column?.sort);
  return isSortable && text !== null ? text : undefined;
}

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
