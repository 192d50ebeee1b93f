import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { day, hour } from '@suyuan/contract/durations.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { momentAt } from '@suyuan/simulator/line.ts';
import type { Connection } from '#platform/database/database.ts';
import { regulatedContent } from '../base/product-content.ts';
import type { Range } from '../base/product-range.ts';
import { dayOf, midnight, utcOffset } from '../filling/days.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { KeepPicture } from '../filling/sample-pictures.ts';
import type { SampleHandovers } from '../production/handovers.ts';
import { tellMoments } from '../production/work-order-moments.ts';

/** Goods whose codes, labels or papers an authority prescribes, so that files for authorities can be made of them. */

/** The extension fields that those files require, under the codes by which they are found. */
const fields = [
  ['drug_product_code', '药品产品编码（码上放心）', 'Product code (drug platform)'],
  ['drug_sub_type_no', '药品子类编码（码上放心）', 'Sub-type number (drug platform)'],
  ['drug_package_spec', '药品包装规格', 'Package specification of the drug'],
  ['ndc', '美国国家药品代码（NDC）', 'National Drug Code'],
  ['strength', '规格含量', 'Strength'],
  ['dosage_form', '剂型', 'Dosage form'],
  ['container_size', '容器容量', 'Container size'],
  ['pesticide_registration_no', '农药登记证号', 'Pesticide registration number'],
  ['pesticide_holder', '农药登记证持有人', 'Holder of the registration'],
] as const;

interface Regulated {
  readonly code: string;
  readonly name: string;
  readonly spec: string;
  readonly facts: Readonly<Partial<Record<(typeof fields)[number][0], string>>>;
  /** The rule for units. Cases use the sample's rule for cases, or one with `casePrefix`. */
  readonly units: { readonly prefix: string; readonly body_length: number; readonly carrier: 'plain' | 'url' };
  readonly casePrefix?: string;
  readonly line: string;
  readonly warehouse: string;
  readonly soldTo: string;
  readonly perCase: number;
  readonly cases: number;
  /** Further codes, for what its line makes. */
  readonly more: { readonly units: number; readonly cases: number };
}

const goods: readonly Regulated[] = [
  {
    code: 'YK-301',
    name: '云泉康·川贝枇杷糖浆',
    spec: '150 mL × 10',
    facts: {
      drug_product_code: '80301',
      drug_sub_type_no: '8030100001',
      drug_package_spec: '瓶150ml',
      ndc: '99999-301-15',
      strength: '0.1 g/mL',
      dosage_form: 'syrup',
      container_size: '150 mL',
    },
    // Seven digits for the drug and thirteen for the package: NMPAB/T 1002-2019.
    units: { prefix: '8103011', body_length: 13, carrier: 'plain' },
    casePrefix: '8103013',
    line: 'CX-021',
    warehouse: 'CK-07',
    soldTo: 'D-05',
    perCase: 10,
    cases: 16,
    more: { units: 12_000, cases: 1200 },
  },
  {
    code: 'QT-401',
    name: '青田·苦参碱 0.5% 水剂',
    spec: '200 mL × 20',
    facts: { pesticide_registration_no: 'PD20990301', pesticide_holder: '青田农化有限公司（样例）' },
    // Category, last six digits of the registration, type of production, pack code: announcement 2579 (2017), article 3.
    units: { prefix: '19903011001', body_length: 21, carrier: 'url' },
    line: 'CX-031',
    warehouse: 'CK-08',
    soldTo: 'D-13',
    perCase: 20,
    cases: 12,
    more: { units: 12_000, cases: 600 },
  },
];

interface Parts {
  readonly sql: Connection;
  readonly call: CallServer;
  readonly callAsKeeper: CallServer;
  readonly keepPicture: KeepPicture;
  readonly rangeOf: (code: string, spec: string) => Range;
  readonly handovers: SampleHandovers;
  /** The printed form of a code. */
  readonly printed: (code: number) => string;
  /** The rule of the sample's cases. */
  readonly caseRule: number;
}

/** Packs a lot of each product by hand, hands it over and sells most of it. */
export async function fillRegulated(parts: Parts): Promise<void> {
  const { call } = parts;
  for (const [at, [field_code, label_zh, label_en]] of fields.entries()) {
    await call(productField.add, { field_code, label_zh, label_en, kind: 'text', sort: 10 + at });
  }
  for (const [at, one] of goods.entries()) await makeAndSell(parts, one, at);
}

async function makeAndSell(parts: Parts, one: Regulated, at: number): Promise<void> {
  const { sql, call, callAsKeeper, handovers, rangeOf, keepPicture } = parts;
  const { id: product_id } = await call(product.add, {
    product_code: one.code,
    product_name: one.name,
    spec: one.spec,
    ...rangeOf(one.code, one.spec),
    ...(await regulatedContent(one.code, keepPicture)),
    extension: Object.entries(one.facts).map(([field_code, value]) => ({ field_code, value })),
  });
  const madeOn = 7 - at;
  const startedAt = midnight(madeOn) + 9 * hour;
  const [units, cases] = await codesFor(parts, one, product_id);
  const lot = `${one.code.slice(0, 2)}${dayOf(madeOn).replaceAll('-', '').slice(2)}`;
  const from = await idOf(call, warehouse, one.warehouse, 'warehouse_code');
  const { id } = await call(workOrder.add, {
    order_no: `GD-${one.code.slice(0, 2)}01`,
    product_id,
    quantity: one.perCase * one.cases,
    lot,
    production_date: dayOf(madeOn),
    line_id: await idOf(call, productionLine, one.line, 'line_code'),
    to_warehouse_id: from,
  });
  await call(workOrderRelease, { id });
  await call(codesBind, { codes: units, work_order_id: id });
  await call(workOrderStart, { id });
  await tellMoments(sql, { id, begun: startedAt, ended: startedAt });
  for (const [nth, parent] of cases.entries()) {
    await call(pack, {
      work_order_id: id,
      parent,
      children: units.slice(nth * one.perCase, (nth + 1) * one.perCase),
      event_time: momentAt(startedAt + nth * 0.4 * hour, utcOffset),
    });
  }
  await call(workOrderFinish, { id });
  await call(lotRelease, { id, release: 'quality' });
  await callAsKeeper(lotRelease, { id, release: 'market' });
  await tellMoments(sql, { id, begun: startedAt, ended: startedAt + one.cases * 0.4 * hour });
  await handovers.handOver(id, midnight(madeOn - 1), false);
  const sold = cases.slice(0, -4);
  const bill = await call(waybill.add, {
    kind: 'sale',
    from_warehouse_id: from,
    to_dealer_id: await idOf(call, dealer, one.soldTo, 'dealer_code'),
    carrier: '黔运物流',
    lines: [{ product_id, quantity: sold.length * one.perCase }],
  });
  const { refusals } = await call(load, { id: bill.id, codes: sold });
  if (refusals.length > 0) throw new Error(`sample data: ${JSON.stringify(refusals.slice(0, 3))}`);
  await call(ship, { id: bill.id });
  await call(sign, { id: bill.id, received: 'all' });
}

/** Orders codes for units and cases, and resolves to their printed forms. */
async function codesFor({ call, sql, printed, caseRule }: Parts, one: Regulated, product_id: number) {
  const ruleOf = async (rule_name: string, level: 1 | 3, format: Regulated['units']): Promise<number> =>
    (await call(codeRule.add, { rule_name, level, ...format, alphabet: 'digits', check: 'none' })).id;
  const ordered = async (rule_id: number, quantity: number, more: number): Promise<string[]> => {
    const { id } = await call(orderAdd, {
      rule_id,
      product_id,
      quantity: quantity + more,
      purpose: `${one.name} 首批`,
    });
    const [order] = await sql<{ first_id: number }[]>`
      update code_order set created_at = now() - make_interval(secs => ${(24 * day) / 1000}) where id = ${id} returning first_id`;
    return Array.from({ length: quantity }, (_, nth) => printed((order?.first_id as number) + nth));
  };
  const isDrug = one.casePrefix !== undefined;
  const unitRule = await ruleOf(isDrug ? '药品追溯码 20位（盒）' : '农药标签码 32位', 1, one.units);
  const ofCases =
    one.casePrefix === undefined
      ? caseRule
      : await ruleOf('药品追溯码 20位（箱）', 3, { ...one.units, prefix: one.casePrefix });
  return [
    await ordered(unitRule, one.perCase * one.cases, one.more.units),
    await ordered(ofCases, one.cases, one.more.cases),
  ] as const;
}

interface Listed {
  readonly page: typeof dealer.page | typeof warehouse.page | typeof productionLine.page;
}

async function idOf(call: CallServer, { page }: Listed, code: string, field: string): Promise<number> {
  const { rows } = await call(page, { keyword: code });
  const row = (rows as readonly Readonly<Record<string, unknown>>[]).find((one) => one[field] === code);
  if (!row) throw new Error(`the sample data have no ${code}`);
  return row.id as number;
}
