import { inEachLanguage } from '@suyuan/contract/languages.ts';
import i18next from 'i18next';
import { beforeAll, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { cookie: 'language=zh', documentElement: { lang: '' } });
vi.stubGlobal('navigator', { languages: ['zh-CN'] });

const { allBranches, bringTexts, showLanguage, showOwnNames, startTranslation, translate } = await import('./i18n.ts');
const { listText } = await import('./listText.ts');
const { buttonText } = await import('./menuText.ts');

beforeAll(() => startTranslation('zh'));

test('uses the texts of a branch once they are loaded, in the current language', async () => {
  expect(translate('login.title')).toBe('登录');
  expect(translate('datapage.save')).toBe('datapage.save');
  await bringTexts(['console']);
  expect(translate('datapage.save')).toBe('保存');
  await showLanguage('en');
  expect([translate('login.title'), translate('datapage.save')]).toEqual(['Sign in', 'Save']);
  // What nobody has shown yet is not fetched for a switch.
  expect(translate('store.tree')).toBe('store.tree');
});

test('loads pending texts in the new language after a switch', async () => {
  const coming = bringTexts(['base']);
  await showLanguage('es');
  await coming;
  expect(translate('store.warehouse_name')).toBe('Nombre del almacén');
  await showLanguage('zh');
  expect(translate('store.warehouse_name')).toBe('仓库名称');
});

test('does not compile an unknown key, and shows it as it is', () => {
  // @ts-expect-error misspelt
  expect(translate('store.ownerHnt')).toBe('store.ownerHnt');
});

test("prefers a list's own text over the common one", async () => {
  await bringTexts(['base', 'tagging']);
  expect(listText(i18next.t, 'store', 'created_at')).toBe('创建时间');
  expect(listText(i18next.t, 'records', 'created_at')).toBe('申请时间');
  expect(listText(i18next.t, 'store', 'status.enabled')).toBe('启用');
});

test("prefers the enterprise's names over the built-in texts", async () => {
  await bringTexts(['console']);
  const given = { 'menu.store': '库房', 'button.store:add': '建库' };
  showOwnNames({ ...inEachLanguage(() => ({})), zh: given });
  expect([translate('menu.store'), buttonText(i18next.t, 'store:add', '新增')]).toEqual(['库房', '建库']);
  await bringTexts(allBranches);
  expect(translate('menu.store')).toBe('库房');
  showOwnNames(inEachLanguage(() => ({})));
  expect([translate('menu.store'), buttonText(i18next.t, 'store:add', '新增')]).toEqual(['仓库管理', '新增']);
});
