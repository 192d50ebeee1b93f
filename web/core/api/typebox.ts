/**
 * Replaces typebox in the browser. The contract uses it merely to build JSON Schema, and these few builders make the same
 * objects in 1 kB instead of 18. Types still come from typebox itself.
 */
type Schema = Record<string, unknown>;

const optional = '~optional';
const isRequired = (schema: Schema): boolean => !Object.hasOwn(schema, optional);

const ofType =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options });

const Type = {
  String: ofType('string'),
  Integer: ofType('integer'),
  Number: ofType('number'),
  Boolean: ofType('boolean'),
  Null: ofType('null'),
  Unknown: (options: Schema = {}): Schema => ({ ...options }),
  Enum: (values: readonly unknown[], options: Schema = {}): Schema => ({ enum: [...values], ...options }),
  Literal: (value: unknown): Schema => ({ type: typeof value, const: value }),
  Union: (schemas: readonly Schema[]): Schema => ({ anyOf: [...schemas] }),
  Unsafe: (schema: Schema): Schema => schema,
  /** Keys may be any text; the schema of keys is ignored. */
  Record: (_key: Schema, value: Schema, options: Schema = {}): Schema => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Object(properties: Record<string, Schema>, options: Schema = {}): Schema {
    const required = Object.keys(properties).filter((name) => isRequired(properties[name] ?? {}));
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
  },
  /** Marked by a non-enumerable property, as typebox does, which JSON does not show. */
  Optional: (schema: Schema): Schema => Object.defineProperty({ ...schema }, optional, { value: true }),
};

export default Type;
