import Type from 'typebox';
import { type Access, defineCall } from '../call/call.ts';
import { RequiredCode, RequiredText } from '../thing/fields.ts';

/** Codes of one call. */
export const mostScanned = 2000;
export const Codes = () => Type.Array(RequiredCode(), { minItems: 1, maxItems: mostScanned });
/** The sender’s own; sent again, what was taken with it answers as before and nothing is done twice. */
export const BatchKey = () => Type.Optional(RequiredText(128));
export const Reason = () => RequiredText(512);

/** An act of a person at a desk: codes are scanned and something is done with them. Acts are their own record. */
export const deskAct = <In extends Type.TObject, Out extends Type.TSchema>(
  path: `/api/${string}`,
  access: Access,
  summary: string,
  input: In,
  output: Out,
) => defineCall({ method: 'POST', path, access, effect: 'own-record', summary, input, output });
