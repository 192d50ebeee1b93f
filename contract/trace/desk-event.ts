import Type from 'typebox';
import { type Access, defineCall } from '../call/call.ts';
import { RequiredCode, RequiredText } from '../thing/fields.ts';
import { Identifier } from '../thing/identifiers.ts';

/** The maximum number of codes in a call. */
export const maxScanned = 2000;
export const Codes = () => Type.Array(RequiredCode(), { minItems: 1, maxItems: maxScanned });
/** An idempotency key of the sender: a repeated request with the same key gets the same answer, and nothing is done twice. */
export const BatchKey = () => Type.Optional(Identifier(128));
export const Reason = () => RequiredText(512);

/**
 * A call by which a person at a desk scans codes and does something with them. Events are recorded as such, so the audit log has
 * no record of it.
 */
export const deskEvent = <In extends Type.TObject, Out extends Type.TSchema>(
  path: `/api/${string}`,
  access: Access,
  summary: string,
  input: In,
  output: Out,
) => defineCall({ method: 'POST', path, access, effect: 'own-record', summary, input, output });
