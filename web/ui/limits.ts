import type { Call } from '../../contract/call/call.ts';

/** What the contract says of a value, as far as inputs keep to it. */
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

/** Of a number; one that could be any has none. */
export const limitsOf = ({ minimum: min, maximum: max }: Schema) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined || max >= Number.MAX_SAFE_INTEGER ? {} : { max }),
});

type Taking<K extends string> = Call & { readonly input: { readonly properties: Readonly<Record<K, unknown>> } };

/** What a call says of one of the values it takes. */
const schemaOf = <K extends string>({ input }: Taking<K>, key: NoInfer<K>): Schema =>
  withoutNull(input.properties[key] as Schema);

/** The limits of a number that a call takes, as `InputNumber` takes them. */
export const numberLimits = <K extends string>(call: Taking<K>, key: NoInfer<K>) => limitsOf(schemaOf(call, key));

/** How long a text that a call takes may be, as `Input` takes it. */
export const textLimit = <K extends string>(call: Taking<K>, key: NoInfer<K>) => lengthOf(schemaOf(call, key));

/** The same for a text within what a call takes. */
export const lengthOf = (schema: object) => ({ maxLength: withoutNull(schema as Schema).maxLength });
