import { describe, expect, test } from 'vitest';
import { pagePreloads } from './page-preloads.ts';

const preloads = pagePreloads({
  screens: { productlist: 'features/base/ProductList.tsx' },
  files: {
    'index.html': ['assets/main.js', 'assets/start.js', 'assets/start.css'],
    'features/login/LoginPage.tsx': ['assets/login.js', 'assets/login.css', 'assets/start.js'],
    'app/console/Console.tsx': ['assets/console.js', 'assets/start.js', 'assets/frame.js', 'assets/frame.css'],
    'features/base/ProductList.tsx': ['assets/products.js', 'assets/frame.js', 'assets/start.js'],
    '../locales/en/start.json': ['assets/en.start.js'],
    '../locales/ja/start.json': ['assets/ja.start.js'],
    '../locales/ja/console.json': ['assets/ja.console.js'],
    '../locales/ja/base.json': ['assets/ja.base.js'],
    '../locales/ja/organ.json': ['assets/ja.organ.js'],
    'app/antd/locale.ja.ts': ['assets/locale.ja.js'],
  },
});
const files = (html: string) => [...html.matchAll(/assets\/([\w.]+)/g)].map(([, name]) => name).sort();

describe('the page preloads', () => {
  test('the sign-in page and its texts for visitors', () => {
    const found = files(preloads({ path: '/productlist', signedIn: false, language: 'en' }));
    expect(found).toEqual(['en.start.js', 'login.css', 'login.js']);
  });

  test('the frame, the screen and their texts for signed-in people', () => {
    const found = files(preloads({ path: '/productlist', signedIn: true, language: 'ja' }));
    const texts = ['ja.base.js', 'ja.console.js', 'ja.start.js'];
    expect(found).toEqual(['console.js', 'frame.css', 'frame.js', ...texts, 'locale.ja.js', 'products.js']);
  });

  test('what the frame needs before what the screen needs, at low priority', () => {
    const html = preloads({ path: '/productlist', signedIn: true, language: 'ja' });
    const low = [...html.matchAll(/<link [^>]*fetchpriority="low">/g)].map(([link]) => link).join('');
    expect(files(low)).toEqual(['ja.base.js', 'products.js']);
    expect(html.endsWith(low)).toBe(true);
  });

  test('no screen for an unknown path, and nothing that the HTML includes', () => {
    const found = files(preloads({ path: '/nowhere', signedIn: true, language: 'en' }));
    expect(found).not.toContain('products.js');
    expect(found).not.toContain('start.js');
  });
});
