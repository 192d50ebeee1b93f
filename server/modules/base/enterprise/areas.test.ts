import { areasByParent } from '@suyuan/contract/base/area.ts';
import { areaList } from '@vant/area-data';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areaCodeFrom, areaName, areaOf, areasBelow } from '#platform/areas/areas.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

/** 港闸区, 梅列区 and 长岛县, which the package has still. */
const dissolved = ['320611', '350402', '370634'];
const known = Object.values(areaList)
  .flatMap((names) => Object.keys(names))
  .filter((code) => !dissolved.includes(code));

describe('areas', () => {
  test('form a tree: all are reachable from the provinces', () => {
    const found = (code: string): string[] => areasBelow(code).flatMap((area) => [area.code, ...found(area.code)]);
    expect(found('').sort()).toEqual(known.toSorted());
  });

  test('are current: they include the newest counties, and no abolished ones', () => {
    expect(['653228', '653229', '350404', '320613'].map(areaName).map((name) => name.split(' ').at(-1))).toEqual([
      '和康县',
      '和安县',
      '三元区',
      '崇川区',
    ]);
    expect(dissolved.map(areaOf)).toEqual([undefined, undefined, undefined]);
  });

  test('are named from large to small, without repeating a municipality', () => {
    expect(['330106', '110105', '429004', '500229', '710101', '000000'].map(areaName)).toEqual([
      '浙江省 杭州市 西湖区',
      '北京市 朝阳区',
      '湖北省 仙桃市',
      '重庆市 城口县',
      '台湾省 台北市 中正区',
      '000000',
    ]);
  });

  test('are read from codes and from words, however divided', () => {
    expect(['330106', '浙江省/杭州市/西湖区', '浙江省，杭州市', '浙江', '北京', '杭州'].map(areaCodeFrom)).toEqual([
      '330106',
      '330106',
      '330100',
      '330000',
      '110000',
      undefined,
    ]);
    for (const code of known) expect(areaCodeFrom(areaName(code))).toBe(code);
    expect(areaOf('330107')).toBeUndefined();
  });
});

describe('the call', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.stop());

  test('returns the provinces and the areas below one, to the requested depth', async () => {
    const provinces = await server.data(areasByParent, {});
    expect(provinces).toHaveLength(34);
    expect(provinces[0]).toEqual({ code: '110000', name: '北京市', level: 1, leaf: false });
    expect(await server.data(areasByParent, { parent_code: '' })).toEqual(provinces);
    const cities = await server.data(areasByParent, { parent_code: '330000', depth: 2 });
    expect(cities[0]).toMatchObject({ code: '330100', name: '杭州市', level: 2 });
    expect(cities[0]?.children).toContainEqual({ code: '330106', name: '西湖区', level: 3, leaf: true });
    expect(await server.data(areasByParent, { parent_code: '330106' })).toEqual([]);
    const [whole] = await server.data(areasByParent, { depth: 3 });
    expect(whole?.children?.[0]?.children).toContainEqual({ code: '110105', name: '朝阳区', level: 3, leaf: true });
  });

  test('names the field of an unknown area code', async () => {
    for (const parent_code of ['999999', '33', "330000' or '1'='1"]) {
      const { status, envelope } = await server.call(areasByParent, { parent_code });
      expect([status, (envelope.data as unknown as { fields: { path: string }[] }).fields[0]?.path]).toEqual([
        400,
        'parent_code',
      ]);
    }
  });
});
