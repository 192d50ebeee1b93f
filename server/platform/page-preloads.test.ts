import { describe, expect, test } from 'vitest';
import { pagePreloads } from './page-preloads.ts';

const manifest = {
  'index.html': { file: 'assets/main.js', imports: ['_start'], css: ['assets/start.css'] },
  _start: { file: 'assets/start.js' },
  'features/login/LoginPage.tsx': { file: 'assets/login.js', imports: ['_start'], css: ['assets/login.css'] },
  'app/Console.tsx': { file: 'assets/console.js', imports: ['_start', '_frame'] },
  _frame: { file: 'assets/frame.js', imports: ['_start'], css: ['assets/frame.css'] },
  'features/base/ProductList.tsx': { file: 'assets/products.js', imports: ['_frame'] },
  'i18n/texts.en.ts': { file: 'assets/texts.en.js' },
  'i18n/texts.ja.ts': { file: 'assets/texts.ja.js' },
  'app/locale.ja.ts': { file: 'assets/locale.ja.js' },
};
const preloads = pagePreloads(manifest, { productlist: 'features/base/ProductList.tsx' });
const files = (html: string) => [...html.matchAll(/assets\/([\w.]+)/g)].map(([, name]) => name);

describe('the page begins to fetch', () => {
  test('the sign-in page and its texts for who is not signed in', () => {
    const found = files(preloads({ path: '/productlist', signedIn: false, language: 'en' }));
    expect(found).toEqual(['texts.en.js', 'login.css', 'login.js']);
  });

  test('the frame, the words and the screen for who is', () => {
    const found = files(preloads({ path: '/productlist', signedIn: true, language: 'ja' }));
    expect(found.sort()).toEqual(['console.js', 'frame.css', 'frame.js', 'locale.ja.js', 'products.js', 'texts.ja.js']);
  });

  test('no screen where the path is none, and nothing of what the page has in its HTML', () => {
    const found = files(preloads({ path: '/nowhere', signedIn: true, language: 'en' }));
    expect(found).not.toContain('products.js');
    expect(found).not.toContain('start.js');
  });
});
