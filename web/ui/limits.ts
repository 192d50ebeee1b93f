import type { Call } from '@suyuan/contract/call/call.ts';

/** The parts of a JSON schema that inputs enforce. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

export const withoutNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

/** Minimum and maximum of a number; `Number.MAX_SAFE_INTEGER` is no maximum. */
export const limitsOf = ({ minimum: min, maximum: max }: Schema) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined || max >= Number.MAX_SAFE_INTEGER ? {} : { max }),
});

export type Taking<K extends string> = Call & { readonly input: { readonly properties: Readonly<Record<K, unknown>> } };

/** The schema of a property of a call's input. */
const schemaOf = <K extends string>({ input }: Taking<K>, key: NoInfer<K>): Schema =>
  withoutNull(input.properties[key] as Schema);

/** Minimum and maximum of a number in a call's input, as props of `InputNumber`. */
export const numberLimits = <K extends string>(call: Taking<K>, key: NoInfer<K>) => limitsOf(schemaOf(call, key));

/** Maximum length of a text in a call's input, as props of `Input`. */
export const textLimit = <K extends string>(call: Taking<K>, key: NoInfer<K>) => lengthOf(schemaOf(call, key));

/** Maximum length of a text, by its schema. */
export const lengthOf = (schema: object) => ({ maxLength: withoutNull(schema as Schema).maxLength });
