import type { ScanAnswer, Verdict } from '@suyuan/contract/consumer/scan.ts';
import type { PageLook } from './look-cache.ts';
import type { RefusalKind } from './refusal.ts';
import type { StatedProduct } from './stated-product.ts';
import type { Texts } from './texts.ts';

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
