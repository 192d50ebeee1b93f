import { createHash } from 'node:crypto';
import { canonicalLink } from '@suyuan/codes/epc/canonical-link.ts';
import type { EpcisEvent } from '#epcis/model/event.ts';

/** The lists of an event that say which objects and classes it is about. */
export const objectFields = ['epcList', 'childEPCs', 'inputEPCList', 'outputEPCList'] as const;
export const classFields = ['quantityList', 'childQuantityList', 'inputQuantityList', 'outputQuantityList'] as const;

/** An identifier in its canonical form: the same for all ways to write it. */
export const canonicalIdentifier = (uri: string): string => canonicalLink(uri) ?? uri;

/** What an event is about, each once for the list that it is in. */
export function identifiersOf(event: EpcisEvent): { readonly field: string; readonly epc: string }[] {
  const all = [
    ...objectFields.flatMap((field) => (event[field] ?? []).map((epc) => ({ field: field as string, epc }))),
    ...classFields.flatMap((field) =>
      (event[field] ?? []).map(({ epcClass }) => ({ field: field as string, epc: epcClass })),
    ),
    ...(event.parentID === undefined ? [] : [{ field: 'parentID', epc: event.parentID }]),
  ].map(({ field, epc }) => ({ field, epc: canonicalIdentifier(epc) }));
  return [...new Map(all.map((one) => [`${one.field} ${one.epc}`, one])).values()];
}

/** The number that decides on which shard a text is: the beginning of its hash, as far as JavaScript has exact numbers. */
export function shardKey(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  return hash.readUIntBE(0, 6);
}
