import Type from 'typebox';

/** What a person should know of a change that was made all the same. `reason` is a key of the locales' `warning.*`. */
export const Warning = Type.Object({ reason: Type.String(), message: Type.String() });
export type Warning = Type.Static<typeof Warning>;

export const WithWarnings = <P extends Type.TProperties>(properties: P) =>
  Type.Object({ ...properties, warnings: Type.Array(Warning) });
