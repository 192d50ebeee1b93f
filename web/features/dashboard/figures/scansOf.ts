/** The address of the list of scans, of one kind only. Who sees figures of scans may open it. */
export const scansOf = (filter: Readonly<Record<string, string>>): string =>
  `/customerquery?${new URLSearchParams(filter)}`;
