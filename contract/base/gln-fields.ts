import { Gln, IdentifierOrNone } from '../thing/identifiers.ts';
import { optional } from '../thing/thing-fields.ts';

/** The Global Location Number of a place, given as such or as an SGLN (`urn:epc:id:sgln:…`), which also contains the extension. */
export const placeGlnFields = { gln: optional(IdentifierOrNone(128)), gln_extension: optional(IdentifierOrNone(20)) };

/** The Global Location Number of a party. */
export const partyGlnField = { gln: optional(Gln()) };
