import type { Field } from '../fields.ts';

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
