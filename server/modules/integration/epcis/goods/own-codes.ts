import { writtenForms } from '@suyuan/codes/carrier/carrier.ts';
import { gs1KeyIn } from '@suyuan/codes/epc/canonical-link.ts';
import type { EpcisEvent } from '#epcis/model/event.ts';
import type { Account } from '#platform/caller.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { codeInTag } from '#trace/epcis/own-uri.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { objectFields } from '../capture/identifiers-of-event.ts';

/** The codes of this enterprise by the URIs that stand for them; other URIs are of others. */
export type OwnCodes = ReadonlyMap<string, number>;

/** The URIs of all objects of an event. */
export const objectsOf = (event: EpcisEvent): string[] => [
  ...(event.parentID === undefined ? [] : [event.parentID]),
  ...objectFields.flatMap((field) => event[field] ?? []),
];

/**
 * Which objects of events are codes of this enterprise: those that it issued, of its products, and to people of a party only those that they
 * may know. So others' codes, and codes that were never issued, are answered alike, and nobody learns which are which.
 */
export async function ownCodesIn(
  services: Services,
  shared: SharedServices,
  account: Account,
  events: readonly EpcisEvent[],
): Promise<OwnCodes> {
  const uris = await recognised(services, shared, [...new Set(events.flatMap(objectsOf))].filter(mayBeOwn));
  if (uris.length === 0) return new Map();
  const { system, tables } = services;
  const asking = { account, db: system.seenBy(account, tables), note: () => {} };
  const { results } = await CodeLookup.resolve(services, shared, asking, uris.map(textIn), {
    freshFrom: 0,
    forCapture: true,
    counted: false,
  });
  const ofOthers = await gtinsOfOthers(services, uris);
  return new Map(
    uris.flatMap((uri, at) => {
      const code = results[at];
      return typeof code === 'number' && !ofOthers.has(gtinIn(uri) ?? '') ? [[uri, code] as const] : [];
    }),
  );
}

/** The text of a URI that is read as a code. */
const textIn = (uri: string): string => codeInTag(uri) ?? uri;

/** Those that a rule recognises: most objects of others are told apart by that, without a word why they are no code. */
async function recognised(
  { system }: Services,
  { rules }: SharedServices,
  uris: readonly string[],
): Promise<readonly string[]> {
  if (uris.length === 0) return [];
  const found = await rules.find(system.common.sql, uris.map(textIn));
  return uris.filter((_, at) => found[at] !== undefined);
}

/** Codes are on trade items and logistic units; a pattern, place or document is none. */
const mayBeOwn = (uri: string): boolean => {
  const key = gs1KeyIn(uri);
  if (key) return key.ai === '00' || (key.ai === '01' && key.qualifier?.ai === '21');
  return codeInTag(uri) !== undefined || /^https?:\/\/[^/]+\/(?:[^?#]*\/)?c\?code=/.test(uri);
};

const gtinIn = (uri: string): string | undefined => {
  const key = gs1KeyIn(uri);
  return key?.ai === '01' ? key.value : undefined;
};

/** GTINs that no product of this enterprise has. */
async function gtinsOfOthers({ system }: Services, uris: readonly string[]): Promise<ReadonlySet<string>> {
  const gtins = [...new Set(uris.flatMap((uri) => gtinIn(uri) ?? []))];
  if (gtins.length === 0) return new Set();
  const rows = await system.common.sql<{ gtin: string }[]>`
    select gtin from product where gtin = any(${gtins.flatMap(writtenForms)}::text[])`;
  const own = new Set(rows.map(({ gtin }) => gtin));
  return new Set(gtins.filter((gtin) => !writtenForms(gtin).some((form) => own.has(form))));
}
