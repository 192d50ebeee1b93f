import { menuNodes } from '@suyuan/contract/menu.ts';
import { expect, test } from 'vitest';
import { chooseLanguage, languages } from './languages.ts';

const files = import.meta.glob<Readonly<Record<string, string>>>('../../../locales/*/*.json', {
  import: 'default',
  eager: true,
});
const textsOf = (language: string) =>
  Object.assign(
    {},
    ...Object.entries(files).flatMap(([path, texts]) => (path.includes(`/${language}/`) ? [texts] : [])),
  ) as Readonly<Record<string, string>>;
const locales = Object.fromEntries(languages.map((language) => [language, textsOf(language)]));
const { zh = {}, en = {} } = locales;

test('language priority: stored cookie, then browser match else en', () => {
  expect(chooseLanguage('ja', ['zh-CN'])).toBe('ja');
  expect(chooseLanguage(undefined, ['zh-TW', 'en'])).toBe('zh');
  expect(chooseLanguage(undefined, ['eo', 'ES-mx'])).toBe('es');
  expect(chooseLanguage('eo', ['rm'])).toBe('en');
  expect(chooseLanguage(undefined, [])).toBe('en');
});

test('every text exists in all languages with the same parameters', () => {
  const mentions = (text: string | undefined) => (text ?? '').match(/\{\{\w+\}\}/g)?.toSorted() ?? [];
  // English and Spanish have a singular; Chinese and Japanese say both alike.
  const plural = (key: string) => key.replace(/_one$/, '_other');
  for (const [language, texts] of Object.entries<Readonly<Record<string, string>>>(locales)) {
    const keysOf = (of: Readonly<Record<string, string>>) => [...new Set(Object.keys(of).map(plural))].toSorted();
    expect(keysOf(texts), language).toEqual(keysOf(zh));
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), `${language} ${key}`).not.toBe('');
      expect(mentions(text), `${language} ${key}`).toEqual(mentions(zh[plural(key)]));
    }
  }
});

test('every menu entry has a title in all languages', () => {
  const titles = menuNodes().map(({ node }) => `menu.${node.key}`);
  for (const texts of Object.values(locales)) expect(titles.filter((title) => !(title in texts))).toEqual([]);
});

test('has the specified messages word for word', () => {
  expect(zh['session.verificationFailed']).toBe('验证失败，请重新登录.');
  expect(zh['session.noRoles']).toBe('getInfo: 此账号没有分配权限，请分配权限之后再进行登录!');
  expect(en['session.loggedOut']).toBe(
    'You have been logged out, you can cancel to stay on this page, or log in again',
  );
  expect([en['session.confirmLogout'], en['session.reLogin'], en['datapage.cancel']]).toEqual([
    'Confirm logout',
    'Re-Login',
    'Cancel',
  ]);
  expect(zh['error.status']).toBe('Error状态错误');
  expect(en['navbar.fullscreenUnsupported']).toBe('you browser can not work');
  expect(en['language.switched']).toBe('Switch Language Success');
  expect(zh['size.switched']).toBe('切换布局大小成功');
  expect([zh['time.justNow'], zh['time.oneDayAgo']]).toEqual(['刚刚', '1天前']);
});
