import { readFileSync } from 'node:fs';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { favicon } from './page-icons.ts';
import { languageTags } from './page-texts.ts';
import { type PageProps, PageView, toneOf, tones } from './page-view.ts';

const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ');

/** The whole page; what comes from outside goes through React, which escapes it. */
export function pageDocument({ content, texts }: PageProps, script: string | undefined): string {
  const tone = toneOf(content);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${texts.t('title')}</title>`,
    // A phone would make telephone numbers of codes of digits.
    '<meta name="format-detection" content="telephone=no">',
    `<meta name="theme-color" content="${tones[tone]}">`,
    `<link rel="icon" href="${favicon}">`,
    `<style>${style}</style>`,
    script ? `<script type="module" src="${script}"></script>` : '',
  ].join('');
  const body = renderToStaticMarkup(h(PageView, { content, texts }));
  return `<!doctype html><html lang="${languageTags[texts.language]}"><head>${head}</head><body>${body}</body></html>`;
}

/** The page's small script, when the front end was built. The page does without it. */
export function scriptOf(): string | undefined {
  try {
    const manifest = readFileSync(new URL('../../../web/dist/.vite/manifest.json', import.meta.url), 'utf8');
    const entry = (JSON.parse(manifest) as Record<string, { file: string }>)['consumer/main.ts'];
    return entry && `/${entry.file}`;
  } catch {
    return undefined;
  }
}
