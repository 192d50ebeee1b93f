import Type from 'typebox';
import { languages } from '../languages.ts';
import { Nullable, Text } from '../thing/fields.ts';
import { Gln, IdentifierOrNone } from '../thing/identifiers.ts';
import { keyword } from '../thing/thing.ts';
import { defaulted, optional, readOnly } from '../thing/thing-fields.ts';
import { AreaCode } from './area.ts';

/** Whether a partner or a place may be used. */
export const Status = () => Type.Enum(['enabled', 'disabled']);

/** Fields of an address: the code of the area, its name in words, and the line of text below it. */
export const addressFields = {
  area_code: optional(AreaCode(), { exported: false }),
  area_name: readOnly(Nullable(Type.String())),
  address: optional(Text(256)),
};

/** Contact person, phone and address. */
export const reachableFields = { contact: optional(Text(64)), phone: optional(Text(32)), ...addressFields };

export const statusField = { status: defaulted(Status(), { filter: true }) };

/** The language of letters and notices on paper. */
export const languageField = { language: optional(Type.Enum([...languages])) };

export const keptFilters = { ...keyword, status: Type.Optional(Status()) };

/** The Global Location Number of a place, given as such or as an SGLN (`urn:epc:id:sgln:…`), which also contains the extension. */
export const placeGlnFields = { gln: optional(IdentifierOrNone(128)), gln_extension: optional(IdentifierOrNone(20)) };

/** GS1 company prefixes, of 4 to 12 digits each, separated by spaces. An EPC URN says where the prefix ends, a Digital Link does not. */
export const companyPrefixesField = {
  gs1_prefixes: optional(Text(200, { pattern: '^\\s*\\d{4,12}(?:\\s+\\d{4,12})*\\s*$' })),
};

/** The Global Location Number of a party. */
export const partyGlnField = { gln: optional(Gln()) };
