/** What narrows a list. */
type Filter = object;

/** The address of the list of scans, of one kind only. Who sees figures of scans may open it. */
export const scansOf = (filter: Filter): string => addressOf('/customerquery', filter);

/** The address of the list of orders of codes. */
export const ordersOf = (filter: Filter): string => addressOf('/home/tagging/records', filter);

/** The list of warnings, narrowed. */
export const warningsOf = (filter: Filter): string => addressOf('/queryconsumerwarning', filter);

function addressOf(path: string, filter: Filter): string {
  const query = new URLSearchParams({ ...filter });
  return query.size === 0 ? path : `${path}?${query}`;
}
