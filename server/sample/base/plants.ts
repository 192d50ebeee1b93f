import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { areaCodeFrom } from '#platform/areas/areas.ts';
import type { CallServer } from '../filling/sample-account.ts';
import { sampleGln } from './sample-gln.ts';

const stations = [
  { kind: 'printer', name: '瓶盖激光喷码' },
  { kind: 'camera', name: '瓶盖读码' },
  { kind: 'packer', name: '六瓶装箱' },
  { kind: 'palletiser', name: '四十箱码垛' },
] as const;

/** The other factories of the enterprise, whose goods have rules of their own, each with one line and one team. */
const others = [
  {
    code: '02',
    name: '云泉康药业',
    contact: '唐宁',
    phone: '0851-2655 4480',
    area: '贵州省 贵阳市 乌当区',
    address: '医药园路 6 号',
    warehouse: 'CK-07',
    workshop: '口服液车间',
    line: '糖浆灌装线',
    speed: 40,
  },
  {
    code: '03',
    name: '青田农化',
    contact: '田丰',
    phone: '0851-2655 4490',
    area: '贵州省 遵义市 播州区',
    address: '工业大道 31 号',
    warehouse: 'CK-08',
    workshop: '水剂车间',
    line: '水剂分装线',
    speed: 30,
  },
] as const;

/** Adds the three factories: one with two workshops, four lines and two teams, the others with one of each. */
export async function fillPlants(call: CallServer): Promise<void> {
  const { rows } = await call(warehouse.page, { size: 100 });
  const warehouseId = (code: string) => rows.find(({ warehouse_code }) => warehouse_code === code)?.id ?? null;
  const { id: factory_id } = await call(factory.add, {
    factory_code: 'GC-01',
    factory_name: '云泉一厂',
    contact: '周强',
    phone: '0851-2655 4433',
    area_code: areaCodeFrom('贵州省 遵义市 仁怀市') ?? null,
    address: '酒谷大道 18 号',
    gln: sampleGln(0),
    warehouse_id: warehouseId('CK-01'),
  });
  const inFactory = (workshop_code: string, workshop_name: string) =>
    call(workshop.add, { workshop_code, workshop_name, factory_id });
  const bottlingShop = await inFactory('CJ-01', '灌装车间');
  const packingShop = await inFactory('CJ-02', '包装车间');
  for (const [line_code, line_name, { id: workshop_id }, nominal_speed] of [
    ['CX-01', '一号灌装线', bottlingShop, 24],
    ['CX-02', '二号灌装线', bottlingShop, 60],
    ['CX-03', '礼盒包装线', packingShop, 8],
    ['CX-04', '果酒灌装线', bottlingShop, 30],
  ] as const) {
    await call(productionLine.add, { line_code, line_name, workshop_id, nominal_speed, stations: [...stations] });
  }
  for (const [team_code, team_name, shift_start, shift_end] of [
    ['BZ-01', '甲班', '08:00', '20:00'],
    ['BZ-02', '乙班', '20:00', '08:00'],
  ] as const) {
    await call(team.add, { team_code, team_name, factory_id, shift_start, shift_end });
  }
  for (const other of others) await addFactory(call, other, warehouseId(other.warehouse));
}

async function addFactory(call: CallServer, one: (typeof others)[number], warehouse_id: number | null): Promise<void> {
  const { code, name, contact, phone, area, address } = one;
  const { id: factory_id } = await call(factory.add, {
    factory_code: `GC-${code}`,
    factory_name: name,
    contact,
    phone,
    area_code: areaCodeFrom(area) ?? null,
    address,
    warehouse_id,
  });
  const shop = { workshop_code: `CJ-${code}1`, workshop_name: one.workshop, factory_id };
  const { id: workshop_id } = await call(workshop.add, shop);
  await call(productionLine.add, {
    line_code: `CX-${code}1`,
    line_name: one.line,
    workshop_id,
    nominal_speed: one.speed,
  });
  await call(team.add, {
    team_code: `BZ-${code}1`,
    team_name: `${name}白班`,
    factory_id,
    shift_start: '08:00',
    shift_end: '20:00',
  });
}
