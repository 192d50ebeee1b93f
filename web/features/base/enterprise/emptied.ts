/** Replaces empty texts and undefined by null, which clears a field. */
export const emptied = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === '' ? null : (value ?? null)]),
  ) as Values;
