import { readFileSync } from 'node:fs';
import { pageTitle } from '@suyuan/contract/app-title.ts';
import type { ScanAnswer } from '@suyuan/contract/consumer/scan.ts';
import { contrast, readable } from '@suyuan/contract/contrast.ts';
import { languageFacts, textIn } from '@suyuan/contract/languages.ts';
import { pictureUrl } from '@suyuan/contract/picture.ts';
import { colourNames, type ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { unitFor } from '@suyuan/contract/thing/amount.ts';
import { Fragment, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { languages } from '#platform/language.ts';
import { isRefusal, type PageContent, type PageProps, type Refused, type Texts, toneOf } from '../content/content.ts';
import type { PageLook } from '../content/look-cache.ts';
import { ownWords, verdictWords } from '../content/words.ts';
import { AnswerCards, ProductCards } from './answer-cards.ts';
import { AskForm } from './ask-form.ts';
import { Icp } from './blocks.ts';
import { favicon, Icon, type IconName } from './icons.ts';
import { PlaceForm } from './place-form.ts';

/** The colour of the upper part and of the browser's frame if there is no verdict. */
const calm = '#45566d';

/** All colours are dark enough for white text; those of a design are checked when it is saved. */
const colourOf = (content: PageContent, { design: { colours } }: PageLook): string => {
  const tone = toneOf(content);
  if (tone === 'ask' || tone === 'confirm') return colours.accent;
  return tone === 'busy' || tone === 'tooMany' ? calm : colours[tone];
};

function PageView({ content, look, texts }: PageProps): ReactNode {
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
  const holds = content.kind === 'answer' && contentsInWords(content.answer, look, texts);
  return h(
    'section',
    { className: 'verdict' },
    h('span', { className: 'seal' }, h(Icon, { name: signOf(content) })),
    h('h1', null, words.title),
    holds && h('p', { className: 'holds' }, holds),
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
  // What is said of the one item that somebody bought does not hold for a case, whoever copied its code.
  if (around && (verdict === 'genuine' || verdict === 'repeated')) {
    return { title: t(`package.${around.level}`), words: t(`verdict.${verdict}.package`) };
  }
  const own = verdictWords(design.verdicts, verdict, scan.count);
  return {
    title: ownWords(own?.title, language, scan.count) ?? t(`verdict.${verdict}`),
    words: ownWords(own?.words, language, scan.count) ?? t(`verdict.${verdict}.text`),
  };
}

/** What a case or pallet holds, as "6 bottles of Yunquan 53%"; undefined for a single item, or if it is not known. */
function contentsInWords(
  { package: around, product }: ScanAnswer,
  look: PageLook,
  { t, language }: Texts,
): string | undefined {
  if (!around?.units || !product) return undefined;
  const name = textIn(look.product?.names, language, product.product_name);
  const unit = textIn(look.product?.unit, language, null);
  return unit
    ? t('package.holdsUnits', { count: around.units, unit: unitFor(language, unit, around.units), product: name })
    : t('package.holds', { count: around.units, product: name });
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

const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ');

/** The HTML document. External data are only rendered by React, which escapes them. */
export function pageDocument({ content, look, texts }: PageProps, script: string | undefined): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${pageTitle(texts.t('title'))}</title>`,
    // Keeps phones from turning numeric codes into links to telephone numbers.
    '<meta name="format-detection" content="telephone=no">',
    `<meta name="theme-color" content="${colourOf(content, look)}">`,
    `<link rel="icon" href="${favicon}">`,
    `<style>${style}${coloursOf(look.design)}</style>`,
    script ? `<script type="module" src="${script}"></script>` : '',
  ].join('');
  const body = renderToStaticMarkup(h(PageView, { content, look, texts }));
  return `<!doctype html><html lang="${languageFacts[texts.language].tag}"><head>${head}</head><body>${body}</body></html>`;
}

/** The design's colours as CSS; they have been validated. The accent is lightened on dark backgrounds. */
function coloursOf({ colours }: ScanDesign): string {
  const tones = colourNames
    .filter((name) => name !== 'accent')
    .map((verdict) => `.${verdict}{--tone:${colours[verdict]}}`);
  const { accent } = colours;
  return [
    `:root{--accent:${accent};--button:${accent}}.ask,.confirm{--tone:${accent}}`,
    ...tones,
    `@media (prefers-color-scheme:dark){:root{--accent:${lighter(accent)}}}`,
  ].join('');
}

const darkCard = '#19212a';

function lighter(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (let share = 0; share < 1; share += 0.1) {
    const mixture = channels.map((channel) => Math.round(channel + (255 - channel) * share));
    const candidate = `#${mixture.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(candidate, darkCard) >= readable) return candidate;
  }
  return '#ffffff';
}

/** The path of the page's script; undefined if the front end is not built. The page works without it. */
export function scriptOf(): string | undefined {
  try {
    const manifest = readFileSync(new URL('../../../../../web/dist/.vite/manifest.json', import.meta.url), 'utf8');
    const entry = (JSON.parse(manifest) as Record<string, { file: string }>)['consumer/main.ts'];
    return entry && `/${entry.file}`;
  } catch {
    return undefined;
  }
}

/** The header with the brand and a language menu, which needs no script. */
function Header({ content, look, texts }: PageProps): ReactNode {
  return h(
    'header',
    null,
    h('span', { className: 'brand' }, h(Brand, { look, texts })),
    isRefusal(content) ||
      h(
        'details',
        { className: 'languages' },
        h(
          'summary',
          { 'aria-label': `${texts.word('language.choose')}: ${languageFacts[texts.language].name}` },
          h(Icon, { name: 'globe' }),
          languageFacts[texts.language].name,
        ),
        h(Languages, { link: linkTo(content), texts }),
      ),
  );
}

function Brand({ look: { enterprise }, texts }: Omit<PageProps, 'content'>): ReactNode {
  const logo = enterprise?.logo;
  const name = enterprise ? textIn(enterprise.names, texts.language, enterprise.enterprise_name) : texts.t('title');
  const sign = logo
    ? h('img', { src: pictureUrl(logo, 'thumb'), alt: '', width: 32, height: 32 })
    : h(Icon, { name: 'shield' });
  return h(Fragment, null, sign, h('span', null, name));
}

/** Links to the same page in another language. */
function linkTo(content: Exclude<PageContent, Refused>): (language: string) => string {
  const same = () => {
    if (content.kind === 'ask') return {};
    if (content.kind === 'product') return { gtin: content.product.gtin };
    return { ref: content.ref, ...(content.kind === 'answer' && content.placeGiven ? { told: '1' } : {}) };
  };
  return (language) => `/c?${new URLSearchParams({ lang: language, ...same() })}`;
}

function Languages({ link, texts }: { link: (language: string) => string; texts: Texts }): ReactNode {
  return h(
    'nav',
    { 'aria-label': texts.word('language.choose') },
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
        languageFacts[language].name,
      ),
    ),
  );
}
