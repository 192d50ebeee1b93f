import type { ScanAnswer, Verdict } from '../../../../../contract/consumer/scan.ts';
import type { PageLook } from './look-cache.ts';
import type { RefusalKind } from './refusal.ts';
import type { StatedProduct } from './stated-product.ts';
import type { Texts } from './texts.ts';

/** What the page shows. `ref` shows the same again without asking again. */
export type PageContent =
  | {
      readonly kind: 'answer';
      readonly asked: string;
      readonly answer: ScanAnswer;
      readonly at: number;
      /** When the same device asked, where this is a second look and counts as no scan. */
      readonly askedBefore?: number | undefined;
      readonly ref: string;
      /** The consumer has said where it was bought. */
      readonly told: boolean;
    }
  /** No code yet. */
  | { readonly kind: 'ask' }
  /** A product, and no piece of it: nothing is said of what somebody holds in their hands. */
  | { readonly kind: 'product'; readonly product: StatedProduct }
  /** Nobody has opened the page yet, or too long ago: scanning waits for a touch. */
  | { readonly kind: 'confirm'; readonly asked: string; readonly ref: string }
  /** The answer could not be had now, or this address asks too often. The same for everybody. */
  | Refused;

/** No answer, and why. */
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

/** What a page is coloured by. */
export const toneOf = (content: PageContent): Verdict | Exclude<PageContent['kind'], 'answer' | 'product'> => {
  if (content.kind === 'answer') return content.answer.verdict;
  return content.kind === 'product' ? 'ask' : content.kind;
};
