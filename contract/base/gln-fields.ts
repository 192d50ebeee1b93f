import { Text } from '../thing/fields.ts';
import { optional } from '../thing/thing-fields.ts';

/** The Global Location Number of a place, given as such or as an SGLN (`urn:epc:id:sgln:…`), which also contains the extension. */
export const placeGlnFields = { gln: optional(Text(128)), gln_extension: optional(Text(20)) };

/** The Global Location Number of a party. */
export const partyGlnField = { gln: optional(Text(13)) };
