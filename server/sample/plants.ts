import { gs1CheckDigit } from '../../codes/format/check.ts';
import { warehouse } from '../../contract/base/warehouse.ts';
import { factory } from '../../contract/plant/factory.ts';
import { productionLine } from '../../contract/plant/production-line.ts';
import { team } from '../../contract/plant/team.ts';
import { workshop } from '../../contract/plant/workshop.ts';
import { areaCodeFrom } from '../platform/places/areas.ts';
import type { CallServer } from './sample-account.ts';

/** The company prefix of the sample's products, with the location reference of the first factory. */
const glnBody = '690088000000';

const stations = [
  { kind: 'printer', name: '瓶盖激光喷码' },
  { kind: 'camera', name: '瓶盖读码' },
  { kind: 'packer', name: '六瓶装箱' },
  { kind: 'palletiser', name: '四十箱码垛' },
] as const;

/** The enterprise's own factory with two workshops, three lines and two teams. */
export async function fillPlants(call: CallServer): Promise<void> {
  const { rows } = await call(warehouse.page, { keyword: 'CK-01' });
  const { id: factory_id } = await call(factory.add, {
    factory_code: 'GC-01',
    factory_name: '云泉一厂',
    contact: '周强',
    phone: '0851-2655 4433',
    area_code: areaCodeFrom('贵州省 遵义市 仁怀市') ?? null,
    address: '酒谷大道 18 号',
    gln: glnBody + gs1CheckDigit(glnBody),
    warehouse_id: rows.find(({ warehouse_code }) => warehouse_code === 'CK-01')?.id ?? null,
  });
  const inFactory = (workshop_code: string, workshop_name: string) =>
    call(workshop.add, { workshop_code, workshop_name, factory_id });
  const bottling = await inFactory('CJ-01', '灌装车间');
  const packing = await inFactory('CJ-02', '包装车间');
  for (const [line_code, line_name, { id: workshop_id }, nominal_speed] of [
    ['CX-01', '一号灌装线', bottling, 200],
    ['CX-02', '二号灌装线', bottling, 300],
    ['CX-03', '礼盒包装线', packing, 60],
  ] as const) {
    await call(productionLine.add, { line_code, line_name, workshop_id, nominal_speed, stations: [...stations] });
  }
  for (const [team_code, team_name, shift_start, shift_end] of [
    ['BZ-01', '甲班', '08:00', '20:00'],
    ['BZ-02', '乙班', '20:00', '08:00'],
  ] as const) {
    await call(team.add, { team_code, team_name, factory_id, shift_start, shift_end });
  }
}
