import { createElement as h, type ReactNode } from 'react';
import type { ScanAnswer } from '../../../contract/consumer.ts';
import { languages } from '../../platform/language.ts';
import { AnswerCards } from './page-answer-cards.ts';
import { AskForm } from './page-ask-form.ts';
import { Icon, type IconName } from './page-icons.ts';
import { languageNames, type Texts } from './page-texts.ts';

/** What the page shows. `ref` shows the same again without asking again. */
export type PageContent =
  | { readonly kind: 'answer'; readonly asked: string; readonly answer: ScanAnswer; readonly at: number; ref: string }
  /** No code yet. */
  | { readonly kind: 'ask' }
  /** Nobody has opened the page yet, or too long ago: scanning waits for a touch. */
  | { readonly kind: 'confirm'; readonly asked: string; readonly ref: string }
  /** The answer could not be had now, or this address asks too often. */
  | { readonly kind: 'busy' | 'tooMany'; readonly asked: string; readonly ref: string };

export interface PageProps {
  readonly content: PageContent;
  readonly texts: Texts;
}

/** The colour of the upper part, there and around it in the browser. Each holds white text at 6 to 1 or better. */
export const tones = {
  genuine: '#0e6b3b',
  repeated: '#8a4b00',
  unbound: '#45566d',
  void: '#a51d2a',
  unknown: '#a51d2a',
  ask: '#1559b7',
  confirm: '#1559b7',
  busy: '#45566d',
  tooMany: '#45566d',
} as const;

export const toneOf = (content: PageContent): keyof typeof tones =>
  content.kind === 'answer' ? content.answer.verdict : content.kind;

export function PageView({ content, texts }: PageProps): ReactNode {
  return h(
    'div',
    { className: `page ${toneOf(content)}` },
    h(Header, { content, texts }),
    h('main', null, h(Verdict, { content, texts }), h(Cards, { content, texts })),
    h('footer', null, texts.t('footer')),
  );
}

function Header({ content, texts }: PageProps): ReactNode {
  const link = (language: string) => {
    const query = new URLSearchParams({ lang: language });
    if (content.kind !== 'ask') query.set('ref', content.ref);
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
function Verdict({ content, texts }: PageProps): ReactNode {
  const answered = content.kind === 'answer';
  const words = answered ? `verdict.${content.answer.verdict}` : content.kind;
  return h(
    'section',
    { className: 'verdict' },
    h('span', { className: 'seal' }, h(Icon, { name: signOf(content) })),
    h('h1', null, texts.t(words)),
    h('p', null, texts.t(`${words}.text`)),
    answered && h('p', { className: 'at' }, texts.t('queriedAt', { at: texts.moment(content.at) })),
  );
}

function signOf(content: PageContent): IconName {
  if (content.kind === 'answer') return content.answer.verdict;
  if (content.kind === 'ask') return 'search';
  return content.kind === 'confirm' ? 'shield' : 'clock';
}

function Cards({ content, texts }: PageProps): ReactNode {
  const ask = h(AskForm, { content, texts });
  if (content.kind === 'ask') return h('div', { className: 'cards' }, ask);
  if (content.kind !== 'answer') {
    const again = h(Again, {
      asked: content.asked,
      words: texts.t(content.kind === 'confirm' ? 'askButton' : 'again'),
    });
    return h('div', { className: 'cards' }, again, ask);
  }
  return h(AnswerCards, { asked: content.asked, answer: content.answer, texts, ask });
}

function Again({ asked, words }: { asked: string; words: string }): ReactNode {
  return h(
    'form',
    { className: 'card again', method: 'get', action: '/c' },
    h('input', { type: 'hidden', name: 'code', defaultValue: asked }),
    h('button', { type: 'submit' }, words),
  );
}
