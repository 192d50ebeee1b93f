import { describe, expect, test } from 'vitest';
import { pagePreloads } from './page-preloads.ts';

const preloads = pagePreloads({
  screens: { productlist: 'features/base/ProductList.tsx' },
  files: {
    'index.html': ['assets/main.js', 'assets/start.js', 'assets/start.css'],
    'features/login/LoginPage.tsx': ['assets/login.js', 'assets/login.css', 'assets/start.js'],
    'app/Console.tsx': ['assets/console.js', 'assets/start.js', 'assets/frame.js', 'assets/frame.css'],
    'features/base/ProductList.tsx': ['assets/products.js', 'assets/frame.js', 'assets/start.js'],
    'core/i18n/texts.en.ts': ['assets/texts.en.js'],
    'core/i18n/texts.ja.ts': ['assets/texts.ja.js'],
    'app/locale.ja.ts': ['assets/locale.ja.js'],
  },
});
const files = (html: string) => [...html.matchAll(/assets\/([\w.]+)/g)].map(([, name]) => name).sort();

describe('the page begins to fetch', () => {
  test('the sign-in page and its texts for who is not signed in', () => {
    const found = files(preloads({ path: '/productlist', signedIn: false, language: 'en' }));
    expect(found).toEqual(['login.css', 'login.js', 'texts.en.js']);
  });

  test('the frame, the words and the screen for who is', () => {
    const found = files(preloads({ path: '/productlist', signedIn: true, language: 'ja' }));
    expect(found).toEqual(['console.js', 'frame.css', 'frame.js', 'locale.ja.js', 'products.js', 'texts.ja.js']);
  });

  test('no screen where the path is none, and nothing of what the page has in its HTML', () => {
    const found = files(preloads({ path: '/nowhere', signedIn: true, language: 'en' }));
    expect(found).not.toContain('products.js');
    expect(found).not.toContain('start.js');
  });
});
