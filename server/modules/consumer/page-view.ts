import { createElement as h, type ReactNode } from 'react';
import type { ScanAnswer, Verdict } from '../../../contract/consumer.ts';
import { languages } from '../../platform/language.ts';
import { languageNames, type Texts } from './page-texts.ts';

/** What the page shows. */
export type PageContent =
  | { readonly kind: 'answer'; readonly asked: string; readonly answer: ScanAnswer; readonly ref: string }
  /** No code yet. */
  | { readonly kind: 'ask' }
  /** A program fetched the page ahead of the person: scanning waits for a touch. */
  | { readonly kind: 'confirm'; readonly asked: string }
  /** The answer could not be had now. */
  | { readonly kind: 'busy'; readonly asked: string };

export function PageView({ content, texts }: { content: PageContent; texts: Texts }): ReactNode {
  return h(
    'div',
    { className: 'page' },
    h(Header, { content, texts }),
    h(
      'main',
      null,
      content.kind === 'answer' && h(Answer, { ...content, texts }),
      content.kind === 'busy' && h(Busy, { asked: content.asked, texts }),
      content.kind === 'confirm' && h(Confirm, { asked: content.asked, texts }),
      h(AskForm, { first: content.kind === 'ask', texts }),
    ),
    h('footer', null, texts.t('footer')),
  );
}

function Header({ content, texts }: { content: PageContent; texts: Texts }): ReactNode {
  const query = (language: string) => {
    const link = new URLSearchParams({ lang: language });
    if (content.kind === 'answer') link.set('ref', content.ref);
    return `/c?${link}`;
  };
  return h(
    'header',
    null,
    h('span', { className: 'brand' }, h(Icon, { path: icons.shield }), texts.t('title')),
    h(
      'nav',
      { 'aria-label': texts.t('language') },
      languages.map((language) =>
        h(
          'a',
          {
            key: language,
            href: query(language),
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

const icons = {
  shield: 'M12 2 4 5v6c0 5 3.4 9.7 8 11 4.6-1.3 8-6 8-11V5l-8-3z',
  check: 'M9.5 16.2 5.3 12l-1.4 1.4 5.6 5.6L20.1 8.4 18.7 7z',
  again: 'M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z',
  clock: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 11h-6v-2h4V6h2z',
  cross: 'M18.3 5.7 12 12l6.3 6.3-1.4 1.4L10.6 13.4 4.3 19.7 2.9 18.3 9.2 12 2.9 5.7 4.3 4.3l6.3 6.3 6.3-6.3z',
  alert: 'M10.7 3h2.6l-.4 12h-1.8zM10.6 17.6h2.8v2.8h-2.8z',
} as const;

const iconOf: Record<Verdict, string> = {
  genuine: icons.check,
  repeated: icons.again,
  unbound: icons.clock,
  void: icons.cross,
  unknown: icons.alert,
};

function Icon({ path }: { path: string }): ReactNode {
  return h('svg', { viewBox: '0 0 24 24', 'aria-hidden': true, focusable: false }, h('path', { d: path }));
}

function Answer({ asked, answer, texts }: { asked: string; answer: ScanAnswer; texts: Texts }): ReactNode {
  const { verdict, product, code } = answer;
  return [
    h(
      'section',
      { key: 'verdict', className: `verdict ${verdict}` },
      h('span', { className: 'seal' }, h(Icon, { path: iconOf[verdict] })),
      h('h1', null, texts.t(`verdict.${verdict}`)),
      h('p', null, texts.t(`verdict.${verdict}.text`)),
      verdict === 'repeated' && h(Before, { answer, texts }),
      h(
        'p',
        { className: 'code' },
        h('span', null, texts.t('code')),
        h('code', { 'data-code': code ?? asked }, grouped(code ?? asked)),
      ),
    ),
    product &&
      h(
        'section',
        { key: 'product', 'aria-labelledby': 'product' },
        h('h2', { id: 'product' }, texts.t('product')),
        h('p', { className: 'product-name' }, product.product_name),
        h(
          'dl',
          null,
          fact(texts.t('productCode'), product.product_code),
          product.spec && fact(texts.t('spec'), product.spec),
          product.gtin && fact('GTIN', product.gtin),
        ),
      ),
    answer.trace.length > 0 && h(Trace, { key: 'trace', answer, texts }),
  ];
}

/** How often before, and when and where first. */
function Before({ answer: { scan }, texts }: { answer: ScanAnswer; texts: Texts }): ReactNode {
  return h(
    'dl',
    { className: 'before' },
    fact(texts.t('count'), texts.t('times', { count: scan.count })),
    scan.first_at && fact(texts.t('firstAt'), texts.moment(scan.first_at)),
    fact(texts.t('firstRegion'), scan.first_region ?? texts.t('placeUnknown')),
  );
}

function Trace({ answer, texts }: { answer: ScanAnswer; texts: Texts }): ReactNode {
  return h(
    'section',
    { 'aria-labelledby': 'trace' },
    h('h2', { id: 'trace' }, texts.t('trace')),
    h(
      'ol',
      { className: 'trace' },
      answer.trace.map(({ step, at, region }) =>
        h(
          'li',
          { key: step + at },
          h('strong', null, texts.t(`trace.${step}`)),
          h('span', null, [texts.month(at), region].filter(Boolean).join(' · ')),
        ),
      ),
    ),
  );
}

function fact(title: string, value: string): ReactNode {
  return h('div', { key: title }, h('dt', null, title), h('dd', null, value));
}

function Busy({ asked, texts }: { asked: string; texts: Texts }): ReactNode {
  return h(
    'section',
    { className: 'verdict unbound' },
    h('span', { className: 'seal' }, h(Icon, { path: icons.clock })),
    h('h1', null, texts.t('busy')),
    h('p', null, texts.t('busy.text')),
    h(Again, { asked, words: texts.t('again') }),
  );
}

function Confirm({ asked, texts }: { asked: string; texts: Texts }): ReactNode {
  return h(
    'section',
    { className: 'verdict' },
    h('span', { className: 'seal' }, h(Icon, { path: icons.shield })),
    h('h1', null, texts.t('confirm')),
    h('p', null, texts.t('confirm.text')),
    h(Again, { asked, words: texts.t('confirm.button') }),
  );
}

function Again({ asked, words }: { asked: string; words: string }): ReactNode {
  return h(
    'form',
    { method: 'get', action: '/c' },
    h('input', { type: 'hidden', name: 'code', defaultValue: asked }),
    h('button', { type: 'submit' }, words),
  );
}

function AskForm({ first, texts }: { first: boolean; texts: Texts }): ReactNode {
  return h(
    'section',
    { className: 'ask' },
    first ? h('h1', null, texts.t('ask')) : h('h2', null, texts.t('askAnother')),
    h(
      'form',
      { method: 'get', action: '/c', role: 'search' },
      h('label', { htmlFor: 'code' }, texts.t('askLabel')),
      h('input', {
        id: 'code',
        name: 'code',
        required: true,
        maxLength: 2048,
        autoComplete: 'off',
        autoCapitalize: 'characters',
        spellCheck: false,
        inputMode: 'text',
      }),
      h('button', { type: 'submit' }, texts.t('askButton')),
    ),
    h('p', { className: 'hint' }, texts.t('askHint')),
  );
}

/** In groups of four, as people read and compare codes. What is no code of ours is shown as it came, cut short. */
function grouped(code: string): string {
  const text = code.length > 64 ? `${code.slice(0, 64)}…` : code;
  return /^[0-9A-Za-z]+$/.test(text) ? text.replace(/(.{4})(?=.)/g, '$1 ') : text;
}
