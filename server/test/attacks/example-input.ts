import type Type from 'typebox';

/** A schema of an input, as far as it matters for making one. */
export type Schema = Type.TSchema & {
  type?: string;
  format?: string;
  title?: string;
  maxLength?: number;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** Of several forms, the first. */
export const armOf = (schema: Schema): Schema => schema.anyOf?.[0] ?? schema;
export const isNumber = ({ type }: Schema): boolean => type === 'integer' || type === 'number';

/** A value that a schema takes: what is required, and the least of it. */
export function example(schema: Schema): unknown {
  const arm = armOf(schema);
  if (arm.enum) return arm.enum[0];
  if (arm.format) return arm.format === 'date' ? '2026-01-31' : '2026-01-31T00:00:00Z';
  if (arm.type === 'object') {
    return Object.fromEntries((arm.required ?? []).map((key) => [key, example(arm.properties?.[key] as Schema)]));
  }
  if (arm.type === 'array') return [example(arm.items as Schema)];
  if (isNumber(arm)) return arm.minimum ?? 1;
  return arm.type === 'boolean' ? true : 'x'.repeat(arm.minLength ?? 1);
}
