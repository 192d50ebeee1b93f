import { createElement as h, type ReactNode } from 'react';
import type { ScanAnswer, Verdict } from '../../../contract/consumer.ts';
import { languages } from '../../platform/language.ts';
import type { PageLook } from './look-book.ts';
import { AnswerCards } from './page-answer-cards.ts';
import { AskForm } from './page-ask-form.ts';
import { Icp } from './page-blocks.ts';
import { Icon, type IconName } from './page-icons.ts';
import { PlaceForm } from './page-place-form.ts';
import { languageNames, type Texts } from './page-texts.ts';
import { ownWords, verdictWords } from './page-words.ts';

/** What the page shows. `ref` shows the same again without asking again. */
export type PageContent =
  | {
      readonly kind: 'answer';
      readonly asked: string;
      readonly answer: ScanAnswer;
      readonly at: number;
      readonly ref: string;
      /** The consumer has said where it was bought. */
      readonly told: boolean;
    }
  /** No code yet. */
  | { readonly kind: 'ask' }
  /** Nobody has opened the page yet, or too long ago: scanning waits for a touch. */
  | { readonly kind: 'confirm'; readonly asked: string; readonly ref: string }
  /** The answer could not be had now, or this address asks too often. */
  | { readonly kind: 'busy' | 'tooMany'; readonly asked: string; readonly ref: string };

export interface PageProps {
  readonly content: PageContent;
  readonly look: PageLook;
  readonly texts: Texts;
}

/** The colour of the upper part, there and around it in the browser, where it is no verdict's. */
const calm = '#45566d';

/** Each holds white text: those of a design are checked when it is saved. */
export const colourOf = (content: PageContent, { design: { colours } }: PageLook): string => {
  const tone = toneOf(content);
  if (tone === 'ask' || tone === 'confirm') return colours.accent;
  return tone === 'busy' || tone === 'tooMany' ? calm : colours[tone];
};

const toneOf = (content: PageContent): Verdict | Exclude<PageContent['kind'], 'answer'> =>
  content.kind === 'answer' ? content.answer.verdict : content.kind;

export function PageView({ content, look, texts }: PageProps): ReactNode {
  const footer = look.design.footer[texts.language]?.trim() || texts.t('footer');
  return h(
    'div',
    { className: `page ${toneOf(content)}` },
    h(Header, { content, texts }),
    h('main', null, h(VerdictPart, { content, look, texts }), h(Cards, { content, look, texts })),
    h('footer', null, h('p', null, footer), h(Icp, { enterprise: look.enterprise })),
  );
}

function Header({ content, texts }: Omit<PageProps, 'look'>): ReactNode {
  const link = (language: string) => {
    const query = new URLSearchParams({ lang: language });
    if (content.kind !== 'ask') query.set('ref', content.ref);
    if (content.kind === 'answer' && content.told) query.set('told', '1');
    return `/c?${query}`;
  };
  return h(
    'header',
    null,
    h('span', { className: 'brand' }, h(Icon, { name: 'shield' }), texts.t('title')),
    h(
      'nav',
      { 'aria-label': texts.t('language') },
      languages.map((language) =>
        h(
          'a',
          {
            key: language,
            href: link(language),
            lang: language,
            hrefLang: language,
            rel: 'nofollow',
            'aria-current': language === texts.language ? 'true' : undefined,
          },
          languageNames[language],
        ),
      ),
    ),
  );
}

/** What the page has to say, large: in colour, as a sign and in words. */
function VerdictPart({ content, look, texts }: PageProps): ReactNode {
  const said = wordsOf(content, look, texts);
  return h(
    'section',
    { className: 'verdict' },
    h('span', { className: 'seal' }, h(Icon, { name: signOf(content) })),
    h('h1', null, said.title),
    h('p', null, said.words),
    content.kind === 'answer' && h('p', { className: 'at' }, texts.t('queriedAt', { at: texts.moment(content.at) })),
  );
}

function wordsOf(content: PageContent, { design }: PageLook, { t, language }: Texts) {
  if (content.kind !== 'answer') return { title: t(content.kind), words: t(`${content.kind}.text`) };
  const { verdict, scan } = content.answer;
  const own = verdictWords(design.verdicts, verdict, scan.count);
  return {
    title: ownWords(own?.title, language, scan.count) ?? t(`verdict.${verdict}`),
    words: ownWords(own?.words, language, scan.count) ?? t(`verdict.${verdict}.text`),
  };
}

function signOf(content: PageContent): IconName {
  if (content.kind === 'answer') return content.answer.verdict;
  if (content.kind === 'ask') return 'search';
  return content.kind === 'confirm' ? 'shield' : 'clock';
}

function Cards({ content, look, texts }: PageProps): ReactNode {
  const ask = h(AskForm, { content, texts });
  if (content.kind === 'ask') return h('div', { className: 'cards' }, ask);
  if (content.kind !== 'answer') {
    const again = h(Again, {
      asked: content.asked,
      words: texts.t(content.kind === 'confirm' ? 'askButton' : 'again'),
    });
    return h('div', { className: 'cards' }, again, ask);
  }
  const place = h(PlaceForm, { reference: content.ref, told: content.told, texts });
  return h(AnswerCards, { asked: content.asked, answer: content.answer, texts, look, ask, place });
}

function Again({ asked, words }: { asked: string; words: string }): ReactNode {
  return h(
    'form',
    { className: 'card again', method: 'get', action: '/c' },
    h('input', { type: 'hidden', name: 'code', defaultValue: asked }),
    h('button', { type: 'submit' }, words),
  );
}
