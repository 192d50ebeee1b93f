import { clearanceAdd, clearanceReady, clearanceSign } from '@suyuan/contract/plant/line/line-clearance.ts';
import { lotResultAdd } from '@suyuan/contract/plant/lot/lot-result.ts';
import { samplePlan } from '@suyuan/contract/plant/lot/sample-plan.ts';
import { plantItem } from '@suyuan/contract/plant/plant-item.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly sql: Connection;
  readonly call: CallServer;
  readonly callAsKeeper: CallServer;
}

const checks = [
  '剩余标签已全部收回',
  '输送带与机台无遗留瓶、箱',
  '上一批次文件已撤离',
  '喷码与贴标设备已清零',
  '地面与废料桶已清理',
];

/** What is sampled of each lot of a product; the lines of the sample take the first. */
const tests = [
  { test_name: '化验留样', samples: 1, every: 2000, use: 'retained' },
  { test_name: '理化检验', samples: 3, point: 'start', use: 'tested' },
  { test_name: '感官品评', samples: 2, point: 'end', use: 'tested' },
] as const;

/** What is tested of one order alone, whose boxes came from another supplier. */
const giftBoxTest = { test_name: '礼盒跌落试验', samples: 2, point: 'start', use: 'tested' } as const;

/** The line that an interrupted order has left, which was cleared; and the product whose running order has a sample plan. */
const [clearedLine, plannedProduct] = ['CX-03', 'YQ-001'] as const;

/** A checklist, a line that was cleared with it, the sample plans of a product and of an order, and a result. */
export async function clearLines({ sql, call, callAsKeeper }: Parts): Promise<void> {
  const [known] = await sql<{ line: number; product: number; running: number; held: number; held_product: number }[]>`
    select (select id from production_line where line_code = ${clearedLine}) as line, p.id as product, r.id as running,
      h.id as held, h.product_id as held_product
    from product p join work_order r on r.product_id = p.id and r.status = 'running'
    cross join (select id, product_id from work_order where status = 'held' limit 1) h
    where p.product_code = ${plannedProduct} limit 1`;
  const { line: line_id, product: product_id, running, held, held_product } = known as NonNullable<typeof known>;
  for (const one of tests) await call(samplePlan.add, { product_id, ...one });
  await call(samplePlan.add, { product_id: held_product, work_order_id: held, ...giftBoxTest });
  const result = { test_name: tests[1].test_name, outcome: 'passed', note: '酒精度 52.9 %vol' } as const;
  await call(lotResultAdd, { work_order_id: running, ...result });
  const items: number[] = [];
  for (const [at, item_name] of checks.entries())
    items.push((await call(plantItem.add, { kind: 'clearance', item_name, sort: at + 1 })).id);
  const { labels_expected } = await call(clearanceReady, { line_id });
  const { id } = await call(clearanceAdd, {
    line_id,
    ...{ labels_left: labels_expected, rest: true },
    difference_reason: '贴标机内的余码待设备退回',
    checks: items.map((item_id) => ({ item_id, done: true })),
  });
  await callAsKeeper(clearanceSign, { id });
}
