import { textIn } from '@suyuan/contract/languages.ts';
import { createElement as h, type ReactNode } from 'react';
import { isRefusal, type PageContent, type PageProps, toneOf } from '../content/content.ts';
import type { PageLook } from '../content/look-cache.ts';
import type { Texts } from '../content/texts.ts';
import { ownWords, verdictWords } from '../content/words.ts';
import { AnswerCards, ProductCards } from './answer-cards.ts';
import { AskForm } from './ask-form.ts';
import { Icp } from './blocks.ts';
import { Header } from './header.ts';
import { Icon, type IconName } from './icons.ts';
import { PlaceForm } from './place-form.ts';

/** The colour of the upper part and of the browser's frame if there is no verdict. */
const calm = '#45566d';

/** All colours are dark enough for white text; those of a design are checked when it is saved. */
export const colourOf = (content: PageContent, { design: { colours } }: PageLook): string => {
  const tone = toneOf(content);
  if (tone === 'ask' || tone === 'confirm') return colours.accent;
  return tone === 'busy' || tone === 'tooMany' ? calm : colours[tone];
};

export function PageView({ content, look, texts }: PageProps): ReactNode {
  const footer = look.design.footer[texts.language]?.trim() || texts.t('footer');
  return h(
    'div',
    { className: `page ${toneOf(content)}` },
    h(Header, { content, look, texts }),
    h('main', null, h(VerdictPart, { content, look, texts }), h(Cards, { content, look, texts })),
    h('footer', null, h('p', null, footer), h(Icp, { enterprise: look.enterprise })),
  );
}

/** The verdict with its colour, icon and text. */
function VerdictPart({ content, look, texts }: PageProps): ReactNode {
  const words = wordsOf(content, look, texts);
  return h(
    'section',
    { className: 'verdict' },
    h('span', { className: 'seal' }, h(Icon, { name: signOf(content) })),
    h('h1', null, words.title),
    h('p', null, words.words),
    content.kind === 'answer' && h('p', { className: 'at' }, answeredAt(content, texts)),
  );
}

/** On a second look, the time of the original answer. */
const answeredAt = (
  { at, scannedBefore }: { at: number; scannedBefore?: number | undefined },
  { t, moment }: Texts,
): string =>
  scannedBefore === undefined ? t('queriedAt', { at: moment(at) }) : t('askedBefore', { at: moment(scannedBefore) });

function wordsOf(content: PageContent, { design, product }: PageLook, { t, language }: Texts) {
  if (content.kind === 'product')
    return { title: textIn(product?.names, language, content.product.product_name), words: t('product.text') };
  if (content.kind !== 'answer')
    return { title: t(content.kind === 'confirm' ? 'ask' : content.kind), words: t(`${content.kind}.text`) };
  const { verdict, scan, package: around } = content.answer;
  const own = verdictWords(design.verdicts, verdict, scan.count);
  return {
    title: ownWords(own?.title, language, scan.count) ?? t(`verdict.${verdict}`),
    // What is said of the one item that somebody bought does not hold for a case, whoever copied its code.
    words:
      around && verdict === 'genuine'
        ? t('verdict.genuine.package')
        : (ownWords(own?.words, language, scan.count) ?? t(`verdict.${verdict}.text`)),
  };
}

function signOf(content: PageContent): IconName {
  if (content.kind === 'answer') return content.answer.verdict;
  if (content.kind === 'ask') return 'search';
  if (content.kind === 'product') return 'product';
  return content.kind === 'confirm' ? 'shield' : 'clock';
}

function Cards({ content, look, texts }: PageProps): ReactNode {
  const ask = h(AskForm, { content, texts });
  if (content.kind === 'ask') return h('div', { className: 'cards' }, ask);
  if (content.kind === 'product') return h(ProductCards, { product: content.product, texts, look, ask });
  if (content.kind === 'confirm') {
    const { text } = content;
    return h('div', { className: 'cards' }, h(Confirm, { text, texts }), ask);
  }
  // Links to the current URL.
  if (isRefusal(content)) {
    const again = h('p', { className: 'card again' }, h('a', { className: 'button', href: '' }, texts.t('again')));
    return h('div', { className: 'cards' }, again, ask);
  }
  const place = h(PlaceForm, { reference: content.ref, isGiven: content.placeGiven, texts });
  return h(AnswerCards, { text: content.text, answer: content.answer, texts, look, ask, place });
}

function Confirm({ text, texts: { t, language } }: { text: string; texts: Texts }): ReactNode {
  return h(
    'form',
    { className: 'card again', method: 'get', action: '/c' },
    h('input', { type: 'hidden', name: 'code', defaultValue: text }),
    h('input', { type: 'hidden', name: 'lang', value: language }),
    h('button', { type: 'submit' }, t('askButton')),
  );
}
