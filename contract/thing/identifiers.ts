import Type from 'typebox';
import { RequiredText, Text } from './fields.ts';

/**
 * What names a thing: codes of master data, numbers of documents, lots, GTINs, keys of senders. Whoever sends one, the server takes it
 * in one form (docs/codes-read.md), and compares it in whatever case.
 */

/** The keyword by which the server knows such a field, and what it is: some text, or digits in groups. */
export type IdentifierKind = 'text' | 'digits';
type Options = Type.TStringOptions & { readonly identifier?: IdentifierKind };

const kind = (identifier: IdentifierKind, options: Type.TStringOptions): Options => ({ ...options, identifier });

export const Identifier = (maxLength: number, options: Type.TStringOptions = {}) =>
  RequiredText(maxLength, kind('text', options));
/** The same where it may be left empty, such as in a filter. */
export const IdentifierOrNone = (maxLength: number, options: Type.TStringOptions = {}) =>
  Text(maxLength, kind('text', options));
/** A lot number of at most 20 printable characters, as in GS1. */
export const Lot = () => IdentifierOrNone(20, { pattern: '^[\\x21-\\x7e]*$' });
/** An idempotency key of the sender: a repeated request with the same key gets the same answer, and nothing is done twice. */
export const BatchKey = () => Type.Optional(Identifier(128));
/** A GTIN as it is printed: 8, 12, 13 or 14 digits. It is compared in 14 digits (codes/carrier/carrier.ts). */
export const Gtin = () => Text(14, kind('digits', {}));
/** A GLN. */
export const Gln = () => Text(13, kind('digits', {}));

/** What such a field is; undefined for other fields. */
export const identifierKind = (schema: object): IdentifierKind | undefined => (schema as Options).identifier;

const blanks = /[\s\p{Cc}]+/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const fullWidth = /[\uff01-\uff5e]/g;

/**
 * An identifier in the form in which it is kept and looked for: without invisible characters, without blanks at its ends, with one
 * blank for several within it, and with narrow letters for full-width ones. Its case is kept. The migration
 * `0105_identifiers_in_one_form.sql` says the same.
 */
export function normalIdentifier(text: string, kind: IdentifierKind = 'text'): string {
  // Fast path: most have nothing to be changed.
  if (kind === 'text' && /^[!-~]*$/.test(text)) return text;
  const one = text
    .normalize('NFC')
    .replace(fullWidth, (wide) => String.fromCodePoint((wide.codePointAt(0) as number) - 0xfee0))
    .replace(invisible, '')
    .replace(blanks, ' ')
    .trim();
  return kind === 'digits' ? one.replace(/(?<=\d)[ \p{Pd}]+(?=\d)/gu, '') : one;
}

/** The form by which two identifiers are told to be the same. */
export const comparedIdentifier = (text: string): string => normalIdentifier(text).toLowerCase();
