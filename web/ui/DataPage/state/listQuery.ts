import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOptions, call } from '#core/api/call.ts';
import type { Row } from '../../records.ts';
import { preferencesOf } from '../columns/usePreferences.ts';
import type { ListSpec } from '../fields.ts';
import { type ListState, readState } from './urlState.ts';

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
