import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Language, languages, text } from '../../../platform/language.ts';
import { languageTags } from '../page/content/texts.ts';
import { type DigitalLink, elementString, pathOf, serialOf } from './path.ts';

export const vocabulary = 'https://ref.gs1.org/voc/';
export const linksetContext = 'https://ref.gs1.org/standards/resolver/linkset-context';

/** Link types of the GS1 Web Vocabulary: product information, and verification of a serialised item. */
export type LinkType = 'pip' | 'verificationService';

/** The link of one level of a Digital Link: a product, a serialised item, or a logistic unit. */
export interface LinkEntry {
  readonly anchor: string;
  readonly description: string;
  readonly type: LinkType;
  /** The path and query of its page. */
  readonly page: string;
}

/** The entries of a link, the most specific last, whose page is the default. Lots have no entry of their own. */
export function entriesOf(link: DigitalLink, description: string): [LinkEntry, ...LinkEntry[]] {
  if (link.key === '00') return [pieceEntry(pathOf(link), link, description)];
  const product = { ...link, qualifiers: [] };
  const serial = serialOf(link);
  const entry = { anchor: pathOf(product), description, type: 'pip', page: `/c?gtin=${link.gtin}` } as const;
  if (serial === undefined) return [entry];
  return [entry, pieceEntry(pathOf({ ...link, qualifiers: [['21', serial]] }), link, description)];
}

const pieceEntry = (anchor: string, link: DigitalLink, description: string): LinkEntry => ({
  anchor,
  description,
  type: 'verificationService',
  page: `/c?${new URLSearchParams({ code: elementString(link) })}`,
});

const titleOf = (language: Language, { type }: LinkEntry) =>
  text(language, type === 'pip' ? 'consumer.product' : 'consumer.ask');

/** The linkset of RFC 9264 after the resolver standard: for each level one default link, and its page by type and language. */
export function linksetOf(entries: readonly LinkEntry[], publicUrl: string) {
  return { linkset: entries.map((entry) => contextOf(entry, publicUrl)) };
}

function contextOf(entry: LinkEntry, publicUrl: string) {
  const href = publicUrl + entry.page;
  const inLanguage = (language: Language) => ({
    href: `${href}&lang=${language}`,
    title: titleOf(language, entry),
    type: 'text/html',
    hreflang: [languageTags[language].slice(0, 2)],
  });
  return {
    anchor: publicUrl + entry.anchor,
    itemDescription: entry.description,
    [`${vocabulary}defaultLink`]: [{ href, title: titleOf('en', entry) }],
    [vocabulary + entry.type]: languages.map(inLanguage),
  };
}

/** The linkset as a page, with the data embedded as JSON-LD. */
export function linksetPage(entries: readonly LinkEntry[], publicUrl: string, language: Language): string {
  const data = JSON.stringify(jsonLd(entries, publicUrl)).replaceAll('<', '\\u003c');
  const links = entries.map((entry) =>
    h('li', { key: entry.anchor }, h('a', { href: entry.page }, titleOf(language, entry)), ` ${entry.anchor}`),
  );
  const body = renderToStaticMarkup(h('main', null, h('h1', null, entries[0]?.description), h('ul', null, links)));
  return `<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>GS1 Digital Link</title><script type="application/ld+json">${data}</script></head><body>${body}</body></html>`;
}

export const jsonLd = (entries: readonly LinkEntry[], publicUrl: string) => ({
  '@context': linksetContext,
  ...linksetOf(entries, publicUrl),
});
