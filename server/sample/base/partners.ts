import { dealer } from '@suyuan/contract/base/dealer.ts';
import { outFactory } from '@suyuan/contract/base/factory.ts';
import { material, supplier } from '@suyuan/contract/base/material.ts';
import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { Random } from '@suyuan/simulator/random.ts';
import { areaCodeFrom } from '#platform/areas/areas.ts';
import type { CallServer } from '../filling/sample-account.ts';
import { addCertificate } from './certificates.ts';
import type { InCharge } from './organisation.ts';
import { sampleGln } from './sample-gln.ts';

/** Twenty provinces, each with the city of its dealer and that of the dealer below. */
const regions = [
  ['北京市', '朝阳区', '海淀区'],
  ['天津市', '河西区', '南开区'],
  ['上海市', '浦东新区', '闵行区'],
  ['重庆市', '渝中区', '万州区'],
  ['河北省', '石家庄市', '唐山市'],
  ['山西省', '太原市', '大同市'],
  ['辽宁省', '沈阳市', '大连市'],
  ['江苏省', '南京市', '苏州市'],
  ['浙江省', '杭州市', '宁波市'],
  ['安徽省', '合肥市', '芜湖市'],
  ['福建省', '福州市', '厦门市'],
  ['江西省', '南昌市', '赣州市'],
  ['山东省', '济南市', '青岛市'],
  ['河南省', '郑州市', '洛阳市'],
  ['湖北省', '武汉市', '宜昌市'],
  ['湖南省', '长沙市', '岳阳市'],
  ['广东省', '广州市', '深圳市'],
  ['四川省', '成都市', '绵阳市'],
  ['贵州省', '贵阳市', '遵义市'],
  ['陕西省', '西安市', '宝鸡市'],
] as const;

const houses = ['和顺', '鼎盛', '恒通', '瑞丰', '永安', '泰来', '万隆', '聚源', '广源', '嘉禾'] as const;
const trades = ['商贸有限公司', '酒业有限公司', '供应链有限公司'] as const;
const surnames = ['刘', '陈', '杨', '黄', '吴', '徐', '何', '郭', '马', '罗'] as const;
const givenNames = ['伟', '敏', '静', '磊', '娜', '杰', '丽', '涛', '艳', '勇'] as const;

/** Adds dealers, warehouses, materials and external factories. */
export async function fillPartners(call: CallServer, random: Random, inCharge: InCharge): Promise<void> {
  for (const [index, region] of regions.entries())
    await addDealers(call, random, region, { index, managers: inCharge.managers });
  await addWarehouses(call, inCharge);
  await addMaterials(call);
  for (const [index, factory] of outFactories.entries()) {
    const { id } = await call(outFactory.add, { ...factory, area_code: codeOf(factory.area_code) });
    await addCertificate(call, { factory_id: id }, index);
  }
}

/** Adds a dealer for a province and one below it for a city, each with its ship-to parties. */
async function addDealers(
  call: CallServer,
  random: Random,
  [province, capital, second]: (typeof regions)[number],
  { index, managers }: { readonly index: number; readonly managers: readonly number[] },
): Promise<void> {
  const number = String(index + 1).padStart(2, '0');
  let parent_id: number | null = null;
  for (const [level, place] of [capital, second].entries()) {
    const area_code = codeOf(`${province} ${place}`);
    const code = level === 0 ? `D-${number}` : `D-${number}-1`;
    const input: InputOf<typeof dealer.add> = {
      dealer_code: code,
      dealer_name: `${place.replace(/(市|新?区)$/, '')}${random.pick(houses)}${random.pick(trades)}`,
      dealer_level: level === 0 ? 1 : 2,
      parent_id,
      manager_id: managers[index % Math.max(1, managers.length)] ?? null,
      areas: [level === 0 ? codeOf(province) : area_code],
      ...person(random),
      area_code,
      address: `${random.pick(['人民', '建设', '解放', '中山'])}路 ${1 + random.below(300)} 号`,
    };
    const { id } = await call(dealer.add, input);
    await addShipTo(call, random, { dealer_id: id, code, area_code });
    if (level === 0) await addCertificate(call, { dealer_id: id }, index);
    parent_id = id;
  }
}

async function addShipTo(
  call: CallServer,
  random: Random,
  { dealer_id, code, area_code }: { dealer_id: number; code: string; area_code: string },
): Promise<void> {
  const count = 1 + random.below(2);
  for (let place = 1; place <= count; place++) {
    await call(shipTo.add, {
      dealer_id,
      ship_to_code: `${code}-S${place}`,
      ship_to_name: place === 1 ? '中心仓' : '二号仓',
      ...person(random),
      area_code,
      address: `物流园 ${1 + random.below(20)} 栋`,
      preferred: place === 1,
    });
  }
}

/** Telephone numbers with a zero at a position where real ones have none. */
const person = (random: Random) => ({
  contact: random.pick(surnames) + random.pick(givenNames),
  phone: `130 0000 ${String(random.below(10_000)).padStart(4, '0')}`,
});

const warehouses = [
  { code: 'CK-01', name: '仁怀成品总仓', type: 'finished', area: '贵州省 遵义市 仁怀市', address: '酒谷大道 20 号' },
  {
    code: 'CK-01-A',
    name: 'A 区（瓶装）',
    type: 'finished',
    area: '贵州省 遵义市 仁怀市',
    address: '酒谷大道 20 号 A 区',
    parent: 'CK-01',
  },
  {
    code: 'CK-01-B',
    name: 'B 区（礼盒）',
    type: 'finished',
    area: '贵州省 遵义市 仁怀市',
    address: '酒谷大道 20 号 B 区',
    parent: 'CK-01',
  },
  { code: 'CK-02', name: '原料仓', type: 'raw', area: '贵州省 遵义市 仁怀市', address: '酒谷大道 22 号' },
  { code: 'CK-03', name: '包材仓', type: 'packaging', area: '贵州省 遵义市 仁怀市', address: '酒谷大道 24 号' },
  { code: 'CK-04', name: '退货仓', type: 'returns', area: '贵州省 贵阳市', address: '物流园路 8 号' },
  { code: 'CK-05', name: '华东中转仓', type: 'transit', area: '江苏省 南京市', address: '江北物流园 3 栋' },
  { code: 'CK-06', name: '华南中转仓', type: 'transit', area: '广东省 广州市', address: '南沙保税港 12 号' },
  { code: 'CK-07', name: '药品库（阴凉）', type: 'finished', area: '贵州省 贵阳市', address: '医药园路 6 号' },
  { code: 'CK-08', name: '农药专库', type: 'finished', area: '贵州省 遵义市', address: '工业大道 31 号' },
] as const;

async function addWarehouses(call: CallServer, { keepers, receivers }: InCharge): Promise<void> {
  const ids = new Map<string, number>();
  for (const [index, { code, name, type, area, address, ...rest }] of warehouses.entries()) {
    const people = type === 'transit' ? receivers : keepers;
    const { id } = await call(warehouse.add, {
      warehouse_code: code,
      warehouse_name: name,
      warehouse_type: type,
      parent_id: 'parent' in rest ? (ids.get(rest.parent) ?? null) : null,
      keeper_id: people[index % Math.max(1, people.length)] ?? null,
      depart_code: 'YQ-WL',
      area_code: codeOf(area),
      address,
      // Areas within a warehouse are told apart by the extension of its GLN.
      gln: sampleGln(100 + Number(code.slice(3, 5))),
      gln_extension: code.slice(6) || null,
    });
    ids.set(code, id);
  }
}

const suppliers = [
  { supplier_code: 'GYS-01', supplier_name: '泸川玻璃制品厂', area_code: '四川省 泸州市', contact: '罗勇' },
  { supplier_code: 'GYS-02', supplier_name: '黔印包装有限公司', area_code: '贵州省 贵阳市', contact: '马静' },
  { supplier_code: 'GYS-03', supplier_name: '渝盖制盖有限公司', area_code: '重庆市 渝北区', contact: '何磊' },
] as const;

/** Code, name, specification, unit, and for packaging the supplier, for raw materials the shelf life in days. */
const materials = [
  ['YL-01', '红缨子高粱', '一级', 'kg', 365],
  ['YL-02', '软质小麦', '二级', 'kg', 365],
  ['YL-03', '高温大曲', '', 'kg', 180],
  ['YL-04', '基酒', '53% vol', 'L', 36_500],
  ['YL-05', '青梅', '冷藏', 'kg', 15],
  ['BC-01', '500 mL 玻璃瓶', '晶白料', '个', 'GYS-01'],
  ['BC-02', '100 mL 玻璃瓶', '晶白料', '个', 'GYS-01'],
  ['BC-03', '防伪瓶盖', '铝塑组合', '个', 'GYS-03'],
  ['BC-04', '瓶标（赋码）', '60 × 80 mm', '张', 'GYS-02'],
  ['BC-05', '彩盒', '单支装', '个', 'GYS-02'],
  ['BC-06', '瓦楞纸箱', '6 支装', '个', 'GYS-02'],
] as const;

async function addMaterials(call: CallServer): Promise<void> {
  const ids = new Map<string, number>();
  for (const one of suppliers) {
    const { id } = await call(supplier.add, { ...one, area_code: codeOf(one.area_code) });
    ids.set(one.supplier_code, id);
    await addCertificate(call, { supplier_id: id }, ids.size);
  }
  for (const [material_code, material_name, spec, unit, more] of materials) {
    const kind =
      typeof more === 'number'
        ? { kind: 'raw' as const, shelf_life_days: more }
        : { kind: 'packaging' as const, supplier_id: ids.get(more) ?? null };
    await call(material.add, { material_code, material_name, spec, unit, ...kind });
  }
}

const outFactories = [
  { factory_code: 'WW-01', factory_name: '邛山灌装厂', area_code: '四川省 成都市 邛崃市', contact: '郭涛' },
  { factory_code: 'WW-02', factory_name: '梅岭果酒厂', area_code: '福建省 漳州市 诏安县', contact: '黄艳' },
] as const;

function codeOf(words: string): string {
  const code = areaCodeFrom(words);
  if (!code) throw new Error(`sample data: there is no ${words}`);
  return code;
}
