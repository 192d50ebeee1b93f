import { canonicalLink } from '@suyuan/codes/epc/canonical-link.ts';
import { epcUrn } from '@suyuan/codes/epc/epc-urn-of-link.ts';
import type { WordFormat } from '#epcis/model/vocabulary.ts';
import type { WriteOptions } from '#epcis/model/write-options.ts';
import type { Connection } from '#platform/database/database.ts';
import { knownPrefixes } from './company-prefixes.ts';

/** The versions of EPCIS and CBV that are served. */
export const versions = { 'gs1-epcis': '2.0.0', 'gs1-cbv': '2.0.0' } as const;

export const epcFormats = ['Always_GS1_Digital_Link', 'No_Preference', 'Always_EPC_URN', 'Never_Translates'] as const;
/** What is assumed of a request that does not say. */
export const usualFormats = { 'gs1-epc-format': epcFormats[0], 'gs1-cbv-xml-format': 'No_Preference' } as const;
const wordFormats = {
  No_Preference: 'as-it-came',
  Always_Web_URI: 'web-uri',
  Always_URN: 'urn',
  Never_Translates: 'as-it-came',
} as const satisfies Readonly<Record<string, WordFormat>>;

/** How identifiers and words are to be written. */
export interface Formats {
  readonly epc: (typeof epcFormats)[number];
  readonly words: keyof typeof wordFormats;
}

/** How documents are written; a link of which the company prefix is not known stays one. */
export async function writeOptionsFor({ epc, words }: Formats, sql: Connection): Promise<WriteOptions> {
  if (epc === 'Always_EPC_URN') {
    const prefixes = await knownPrefixes(sql);
    const asUrn = (uri: string) => (uri.startsWith('urn:') ? uri : (epcUrn(uri, prefixes) ?? uri));
    return { words: wordFormats[words], identifier: asUrn };
  }
  return { words: wordFormats[words], ...(epc === 'Always_GS1_Digital_Link' ? { identifier: asLink } : {}) };
}

const asLink = (uri: string): string => (uri.startsWith('urn:epc:') ? (canonicalLink(uri) ?? uri) : uri);
