/** Fields that were emptied are sent as none. */
export const emptied = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === '' ? null : (value ?? null)]),
  ) as Values;
