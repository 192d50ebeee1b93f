/** Filters of a list, as URL parameters. */
type Filter = object;

/** The URL of the filtered list of scans, which everybody who sees figures of scans may open. */
export const scansOf = (filter: Filter): string => addressOf('/customerquery', filter);

/** The URL of the filtered list of code orders. */
export const ordersOf = (filter: Filter): string => addressOf('/home/tagging/records', filter);

/** The URL of the filtered list of warnings. */
export const warningsOf = (filter: Filter): string => addressOf('/queryconsumerwarning', filter);

function addressOf(path: string, filter: Filter): string {
  const query = new URLSearchParams({ ...filter });
  return query.size === 0 ? path : `${path}?${query}`;
}
