import { canonicalLink } from '@suyuan/codes/epc/canonical-link.ts';
import type { WordFormat } from '#epcis/model/vocabulary.ts';
import type { WriteOptions } from '#epcis/model/write-options.ts';

/** The versions of EPCIS and CBV that are served. */
export const versions = { 'gs1-epcis': '2.0.0', 'gs1-cbv': '2.0.0' } as const;

export const epcFormats = ['Always_GS1_Digital_Link', 'No_Preference', 'Always_EPC_URN', 'Never_Translates'] as const;
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

export const writeOptionsFor = ({ epc, words }: Formats): WriteOptions => ({
  words: wordFormats[words],
  // A link does not say how long its company prefix is, so it stays one.
  ...(epc === 'Always_GS1_Digital_Link' ? { identifier: asLink } : {}),
});

const asLink = (uri: string): string => (uri.startsWith('urn:epc:') ? (canonicalLink(uri) ?? uri) : uri);
