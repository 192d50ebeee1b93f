import { expect, test } from 'vitest';
import { recentFrom, withLatest } from '#core/session/recent.ts';
import { type Findable, mayBeCode, recordOption, type SearchOption, withoutWords, withWords } from './options.ts';

const screen = (name: string, ...title: string[]) => ({ name, path: `/${name}`, title, external: false });
const option = (id: string, title: string, detail = ''): SearchOption => ({ id, title, detail, to: `/${id}` });
const nothing: Findable = { screens: [], actions: [], records: [], recent: [], code: undefined };
const screens = [screen('productlist', '产品列表'), screen('dealer', '经销商管理'), screen('coderule', '生码规则')];
const actions = [{ name: 'productlist', title: ['新增产品'] as const, path: '/productlist?new' }];
const noSound = () => [];
const shown = (groups: ReturnType<typeof withWords>) =>
  groups.map(({ kind, options }) => [
    typeof kind === 'string' ? kind : kind.list,
    ...options.map(({ title }) => title),
  ]);

test('lists recent items, then all other screens, without words', () => {
  const recent = [option('screen:/dealer', '经销商管理'), option('record:dealer:3', '云泉商贸')];
  expect(shown(withoutWords({ ...nothing, screens, recent }))).toEqual([
    ['recent', '经销商管理', '云泉商贸'],
    ['screens', '产品列表', '生码规则'],
  ]);
});

test('finds screens, actions and records once each, recent ones first', () => {
  const records = [option('record:productlist:1', '产品甲'), option('record:dealer:3', '产品商贸')];
  const recent = [option('record:dealer:3', '产品商贸'), option('screen:/coderule', '生码规则')];
  expect(shown(withWords('产品', { ...nothing, screens, actions, records, recent }, noSound)).slice(0, 4)).toEqual([
    ['recent', '产品商贸'],
    ['screens', '产品列表'],
    ['actions', '新增产品'],
    ['productlist', '产品甲'],
  ]);
});

test('puts a record with exactly this number or code before the screens', () => {
  const records = [option('record:productlist:1', '甲', 'PRODUCTLIST')];
  expect(shown(withWords('productlist', { ...nothing, screens, records }, noSound))[0]).toEqual(['productlist', '甲']);
});

test('finds screens by the sound of their titles', () => {
  const sounds = new Map([['生码规则', ['smgz', 'shengmaguize']]]);
  const soundsOf = (title: string) => sounds.get(title) ?? [];
  for (const words of ['smgz', 'guize', 'shengma']) {
    expect(shown(withWords(words, { ...nothing, screens }, soundsOf))[0]?.[1]).toBe('生码规则');
  }
});

test('puts approximate matches of screens behind records', () => {
  const records = [option('record:dealer:1', 'coderulx')];
  expect(shown(withWords('coderulx', { ...nothing, screens, records }, noSound)).map(([kind]) => kind)).toEqual([
    'dealer',
    'alike',
  ]);
});

test('offers to look up a text that may be a code', () => {
  expect(['AB12345678', 'https://x.cn/01/069'].every(mayBeCode)).toBe(true);
  expect(['云泉12345', 'abcdefgh', 'A1', 'AB 123456'].some(mayBeCode)).toBe(false);
  const groups = withWords('P12345678', { ...nothing, code: option('code', '查询此码') }, noSound);
  expect(shown(groups).at(-1)).toEqual(['codes', '查询此码']);
});

test('remembers opened items, latest first, and drops invalid ones', () => {
  const one = recordOption({ list: 'dealer', id: 1, title: 'D', code: 'd', screen: 'dealer', query: '' }, '/dealer');
  const kept = withLatest(withLatest([one], option('screen:/x', 'X')), one);
  expect(kept.map(({ id }) => id)).toEqual(['record:dealer:1', 'screen:/x']);
  expect(recentFrom(JSON.stringify(kept))).toEqual(kept);
  expect(recentFrom('{')).toEqual([]);
  expect(recentFrom(JSON.stringify([{ id: 'a' }, { ...one, to: 'https://elsewhere.cn' }]))).toEqual([]);
  expect(recentFrom(JSON.stringify([{ ...one, to: '//elsewhere.cn' }]))).toEqual([]);
});
