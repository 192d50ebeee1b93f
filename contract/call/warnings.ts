import Type from 'typebox';

/** A warning about a change that was made nevertheless. `reason` is a key of the locales' `warning.*`. */
export const Warning = Type.Object({ reason: Type.String(), message: Type.String() });
export type Warning = Type.Static<typeof Warning>;

export const WithWarnings = <P extends Type.TProperties>(properties: P) =>
  Type.Object({ ...properties, warnings: Type.Array(Warning) });
