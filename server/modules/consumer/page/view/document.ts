import { readFileSync } from 'node:fs';
import { pageTitle } from '@suyuan/contract/app-title.ts';
import { contrast, readable } from '@suyuan/contract/contrast.ts';
import { languageFacts } from '@suyuan/contract/languages.ts';
import { colourNames, type ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageProps } from '../content/content.ts';
import { favicon } from './icons.ts';
import { colourOf, PageView } from './view.ts';

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
    const mixed = channels.map((channel) => Math.round(channel + (255 - channel) * share));
    const candidate = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
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
