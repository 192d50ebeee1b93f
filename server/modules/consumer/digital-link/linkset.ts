import { languageFacts } from '@suyuan/contract/languages.ts';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Language, languages, text } from '#platform/language.ts';
import { type DigitalLink, elementString, pathOf, serialOf } from './path.ts';

export const vocabulary = 'https://ref.gs1.org/voc/';
export const linksetContext = 'https://ref.gs1.org/standards/resolver/linkset-context';

/** The link type of the pages (GS1 Web Vocabulary): product information. An item's page is of it as well, since it is for people. */
export const pageType = 'pip';

/** The link of one level of a Digital Link: a product, a serialised item, or a logistic unit. */
export interface LinkEntry {
  readonly anchor: string;
  readonly description: string;
  readonly isItem: boolean;
  /** The path of its page. It has no query, so that the whole query of a link goes on to it. */
  readonly page: string;
}

type OwnLink = Exclude<DigitalLink, { key: 'other' }>;

/** The entries of a link, the most specific last, whose page is the default. Lots have no entry of their own. */
export function entriesOf(link: OwnLink, description: string): [LinkEntry, ...LinkEntry[]] {
  if (link.key === '00') return [{ ...entryOf(link, description), isItem: true }];
  const serial = serialOf(link);
  const entry = entryOf({ ...link, qualifiers: [] }, description);
  if (serial === undefined) return [entry];
  const item = { ...link, qualifiers: [{ ai: '21', value: serial }] };
  // A lot beside the serial number changes nothing: the item is the same.
  return [entry, { ...entryOf(item, description), isItem: true }];
}

const entryOf = (link: OwnLink, description: string): LinkEntry => ({
  anchor: pathOf(link),
  description,
  isItem: false,
  page: `/c/${encodeURIComponent(elementString(link))}`,
});

const titleOf = (language: Language, { isItem }: LinkEntry) =>
  text(language, isItem ? 'consumer.ask' : 'consumer.product');

/** The linkset of RFC 9264 after the resolver standard: for each level one default link, and its page, also by language. */
export function linksetOf(entries: readonly LinkEntry[], publicUrl: string) {
  return { linkset: entries.map((entry) => contextOf(entry, publicUrl)) };
}

function contextOf(entry: LinkEntry, publicUrl: string) {
  const href = publicUrl + entry.page;
  const inLanguage = (language: Language) => ({
    href: `${href}?lang=${language}`,
    title: titleOf(language, entry),
    type: 'text/html',
    hreflang: [languageFacts[language].tag.slice(0, 2)],
  });
  const title = titleOf('en', entry);
  return {
    anchor: publicUrl + entry.anchor,
    description: entry.description,
    [`${vocabulary}defaultLink`]: [{ href, title }],
    // The default link is one of a type that says what it is, as the standard requires.
    [vocabulary + pageType]: [{ href, title, type: 'text/html' }, ...languages.map(inLanguage)],
  };
}

/** The linkset as a page, with the data embedded as JSON-LD. */
export function linksetPage(entries: readonly LinkEntry[], publicUrl: string, language: Language): string {
  const data = JSON.stringify(jsonLd(entries, publicUrl)).replaceAll('<', '\\u003c');
  const links = entries.map((entry) =>
    h('li', { key: entry.anchor }, h('a', { href: entry.page }, titleOf(language, entry)), ` ${entry.anchor}`),
  );
  const body = renderToStaticMarkup(h('main', null, h('h1', null, entries[0]?.description), h('ul', null, links)));
  return `<!doctype html><html lang="${languageFacts[language].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>GS1 Digital Link</title><script type="application/ld+json">${data}</script></head><body>${body}</body></html>`;
}

export const jsonLd = (entries: readonly LinkEntry[], publicUrl: string) => ({
  '@context': linksetContext,
  ...linksetOf(entries, publicUrl),
});
