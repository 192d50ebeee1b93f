/** In the query of a list's address: its form for a new record is to be opened. */
export const askedToAdd = 'new';
