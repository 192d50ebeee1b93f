import type { ParameterOrJSON } from 'postgres';

/**
 * Parameters for `unsafe`, of a statement that a query builder made: their types are known to the builder only, so they are cast.
 */
export const parametersOf = (values: readonly unknown[]): ParameterOrJSON<never>[] =>
  [...values] as ParameterOrJSON<never>[];
