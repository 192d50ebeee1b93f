import type { ScanAnswer, Verdict } from '@suyuan/contract/consumer/scan.ts';
import { minute } from '@suyuan/contract/durations.ts';
import { languageFacts } from '@suyuan/contract/languages.ts';
import { type Language, text } from '#platform/language.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import type { PageLook } from './look-cache.ts';
import type { RefusalKind } from './refusal.ts';
import type { StatedProduct } from './stated-product.ts';

/** The contents of the page. `ref` shows the same again without a new scan. */
export type PageContent =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly answer: ScanAnswer;
      readonly at: number;
      /** The time of the first look, if this is a second look, which does not count as a scan. */
      readonly scannedBefore?: number | undefined;
      readonly ref: string;
      /** Whether the consumer has reported where it was bought. */
      readonly placeGiven: boolean;
    }
  /** A form for a code. */
  | { readonly kind: 'ask' }
  /** A product without a serialised item, so nothing is stated about its authenticity. */
  | { readonly kind: 'product'; readonly product: StatedProduct }
  /** The page was not opened by a person, or is too old, so it waits for a tap before it counts a scan. */
  | { readonly kind: 'confirm'; readonly text: string; readonly ref: string }
  /** There is no answer, due to an outage or a rate limit. The same for everybody. */
  | Refused;

export interface Refused {
  readonly kind: RefusalKind;
}

export interface PageProps {
  readonly content: PageContent;
  readonly look: PageLook;
  readonly texts: Texts;
}

export const isRefusal = (content: PageContent): content is Refused =>
  content.kind === 'busy' || content.kind === 'tooMany';

/** The key for the colour of a page. */
export const toneOf = (content: PageContent): Verdict | Exclude<PageContent['kind'], 'answer' | 'product'> => {
  if (content.kind === 'answer') return content.answer.verdict;
  return content.kind === 'product' ? 'ask' : content.kind;
};

/** A scan and its answer, as the page shows it. */
interface PageAnswer {
  /** What was scanned or typed. */
  readonly text: string;
  /** Absent if the code was not looked up yet, because the page waits for a tap. */
  readonly answer?: ScanAnswer | undefined;
  /** The key of the recorded scan. */
  readonly scan?: ScanKey | undefined;
  readonly at: number;
  /** The time of the first look, if the same device scans again. */
  readonly scannedBefore?: number | undefined;
}

/** A code, and the number of the scan among its scans. */
export interface ScanKey {
  readonly codeId: number;
  readonly nth: number;
  /** The product in the answer. */
  readonly productId: number | null;
}

/** The contents in a link, of which old ones are still followed. */
type Sealed = Omit<PageAnswer, 'text'> & { readonly asked: string };

const purpose = 'consumer page';
/** In milliseconds: long enough to choose a language, too short to print the link of a "genuine" answer on other goods. */
const lifetime = 10 * minute;

/**
 * Seals the page's contents into a text for links to the same page, so that showing it in another language is not a second scan.
 * It can neither be read nor forged, since the number of scans of an unknown text must not be disclosed.
 */
export function sealAnswer(key: MasterKey, { text, ...shown }: PageAnswer): string {
  return key.seal(Buffer.from(JSON.stringify({ asked: text, ...shown })), purpose).toString('base64url');
}

/** Opens a sealed text; undefined if it was not sealed here. An old one has no answer, so the code is looked up again. */
export function openAnswer(key: MasterKey, sealedText: string): PageAnswer | undefined {
  const answer = unsealed(key, sealedText);
  if (!answer || Date.now() - answer.at < lifetime) return answer;
  return { text: answer.text, at: answer.at };
}

function unsealed(key: MasterKey, sealedText: string): PageAnswer | undefined {
  const bytes = Buffer.from(sealedText, 'base64url');
  if (bytes.toString('base64url') !== sealedText) return undefined;
  try {
    const { asked: text, ...shown } = JSON.parse(key.unseal(bytes, purpose).toString()) as Sealed;
    return { text, ...shown };
  } catch {
    return undefined;
  }
}

/** Texts and formats of the page in one language. */
export interface Texts {
  readonly language: Language;
  readonly t: (key: string, params?: Record<string, string | number>) => string;
  /** A text from outside of the page's own texts. */
  readonly word: (key: string) => string;
  /** A time in the enterprise's time zone, in the format of the language. */
  readonly moment: (at: string | number) => string;
  readonly month: (at: string) => string;
}

const cache = new Map<string, Texts>();

/** Cached by time zone and language, because creating a date format takes longer than rendering the page. */
export function textsOf(timeZone: string, language: Language): Texts {
  const key = `${timeZone} ${language}`;
  const texts = cache.get(key) ?? makeTexts(language, timeZone);
  cache.set(key, texts);
  return texts;
}

function makeTexts(language: Language, timeZone: string): Texts {
  const tag = languageFacts[language].tag;
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const month = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', timeZone });
  return {
    language,
    t: (key, params) => text(language, `consumer.${key}`, params),
    word: (key) => text(language, key),
    moment: (at) => moment.format(new Date(at)),
    month: (at) => month.format(new Date(at)),
  };
}
