import type { ParameterOrJSON } from 'postgres';

/**
 * The parameters of a statement that is not written here, for `unsafe`: whoever made it, as a query builder, knows what they
 * are, and no type does.
 */
export const parametersOf = (values: readonly unknown[]): ParameterOrJSON<never>[] =>
  [...values] as ParameterOrJSON<never>[];
