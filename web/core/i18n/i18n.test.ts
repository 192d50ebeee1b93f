import { inEachLanguage } from '@suyuan/contract/languages.ts';
import i18next from 'i18next';
import { beforeAll, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { cookie: 'language=zh', documentElement: { lang: '' } });
vi.stubGlobal('navigator', { languages: ['zh-CN'] });

const { allBranches, bringTexts, showLanguage, showOwnNames, startTranslation, translate } = await import('./i18n.ts');
const { listText } = await import('./listText.ts');
const { buttonText } = await import('./menuText.ts');

beforeAll(() => startTranslation('zh'));

test('a branch speaks once its texts have been brought, and in the language that is shown then', async () => {
  expect(translate('login.title')).toBe('登录');
  expect(translate('datapage.save')).toBe('datapage.save');
  await bringTexts(['console']);
  expect(translate('datapage.save')).toBe('保存');
  await showLanguage('en');
  expect([translate('login.title'), translate('datapage.save')]).toEqual(['Sign in', 'Save']);
  // What nobody has shown yet is not fetched for a switch.
  expect(translate('store.tree')).toBe('store.tree');
});

test('texts that are on their way while the language is switched arrive in the new one', async () => {
  const coming = bringTexts(['base']);
  await showLanguage('es');
  await coming;
  expect(translate('store.warehouse_name')).toBe('Nombre del almacén');
  await showLanguage('zh');
  expect(translate('store.warehouse_name')).toBe('仓库名称');
});

test('a key that is in no file does not compile, and is seen as it is where it comes all the same', () => {
  // @ts-expect-error misspelt
  expect(translate('store.ownerHnt')).toBe('store.ownerHnt');
});

test('a list calls a field by its own name, else by that of all lists', async () => {
  await bringTexts(['base', 'tagging']);
  expect(listText(i18next.t, 'store', 'created_at')).toBe('创建时间');
  expect(listText(i18next.t, 'records', 'created_at')).toBe('申请时间');
  expect(listText(i18next.t, 'store', 'status.enabled')).toBe('启用');
});

test('the names that the enterprise gives stand before the built-in ones, until they are taken back', async () => {
  await bringTexts(['console']);
  const given = { 'menu.store': '库房', 'button.store:add': '建库' };
  showOwnNames({ ...inEachLanguage(() => ({})), zh: given });
  expect([translate('menu.store'), buttonText(i18next.t, 'store:add', '新增')]).toEqual(['库房', '建库']);
  await bringTexts(allBranches);
  expect(translate('menu.store')).toBe('库房');
  showOwnNames(inEachLanguage(() => ({})));
  expect([translate('menu.store'), buttonText(i18next.t, 'store:add', '新增')]).toEqual(['仓库管理', '新增']);
});
