/** The query parameter of a list's URL that opens the form for a new record. */
export const askedToAdd = 'new';
