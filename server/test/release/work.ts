import { randomUUID } from 'node:crypto';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { pictureAdd } from '@suyuan/contract/base/picture.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call, OutputOf } from '@suyuan/contract/call/call.ts';
import { forensicAdd, forensicPhotoAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { consumerWarning, warningStep } from '@suyuan/contract/inspect/consumer-warning.ts';
import { recallAdd, recallBegin } from '@suyuan/contract/inspect/recall/recall.ts';
import { warningParams, warningParamUpdate } from '@suyuan/contract/inspect/warning-rule.ts';
import { viewSave, viewShare } from '@suyuan/contract/organ/list-view.ts';
import { menuButtonAdd, menuRename } from '@suyuan/contract/organ/menu-setting.ts';
import { refund } from '@suyuan/contract/physical/refund.ts';
import { loadingRulesUpdate } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { orderField } from '@suyuan/contract/plant/order/order-field.ts';
import { workOrder, workOrderAllow } from '@suyuan/contract/plant/order/work-order.ts';
import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { memberChoices, team } from '@suyuan/contract/plant/shift/team.ts';
import { carouselPicture } from '@suyuan/contract/querymanage/carousel-picture.ts';
import { scanTemplate, scanTemplatePublish } from '@suyuan/contract/querymanage/scan-template.ts';
import { codeImport, importTake } from '@suyuan/contract/tagging/code-import.ts';
import { orderAdd, setAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { orderSplit } from '@suyuan/contract/tagging/order-file.ts';
import sharp from 'sharp';
import type { MakeCall } from './seen.ts';

/** Sends a file, with the fields of its form in the query. */
export type SendFile = <C extends Call>(
  definition: C,
  file: File,
  query?: Readonly<Record<string, string>>,
) => Promise<OutputOf<C>>;

interface Person {
  readonly call: MakeCall;
  readonly send: SendFile;
}

const first = { size: 1 };

/** What people do who work with the sample, so that tables have rows which the sample leaves empty; two codes of what they order. */
export async function work(person: Person): Promise<{ unscanned: string; scanned: string }> {
  const codes = await orderCodes(person);
  await arrange(person);
  await plan(person);
  await inspect(person);
  return codes;
}

async function orderCodes({ call, send }: Person): Promise<{ unscanned: string; scanned: string }> {
  const [item] = (await call(product.page, first)).rows;
  const rules = (await call(codeRule.page, { size: 100 })).rows.filter(({ status }) => status === 'enabled');
  const ruleOf = (wanted: number) =>
    rules.find(({ level, numbering }) => level === wanted && numbering !== 'sequential');
  const rule_id = ruleOf(1)?.id as number;
  const product_id = item?.id as number;
  const order = { rule_id, product_id, production_date: '2026-11-20', purpose: '产线 1' };
  const bottles = await call(orderAdd, { ...order, quantity: 40, lot: 'R1' });
  const [unscanned, scanned] = String(
    await call(orderDownload, { id: bottles.id, format: 'txt', purpose: '产线 1' }),
  ).split(/\r?\n/);
  const parted = await call(orderAdd, { ...order, quantity: 20, lot: 'R2' });
  await call(orderSplit, {
    id: parted.id,
    parts: [
      { quantity: 12, printer: '喷码机 1' },
      { quantity: 8, printer: '喷码机 2' },
    ],
  });
  await call(setAdd, { ratio: '1:6', sets: 3, rule_ids: [ruleOf(3)?.id as number, rule_id], product_id });
  const printed = await send(codeImport, new File(['ZZ-00000001\nZZ-00000002\nZZ-00000002\n'], '印厂.txt'));
  await call(importTake, { id: printed.id, product_id });
  return { unscanned: unscanned as string, scanned: scanned as string };
}

async function arrange({ call, send }: Person): Promise<void> {
  const columns = { order: [], hidden: ['remark'], widths: {} };
  await call(viewSave, { list: 'productlist', view_name: '我的产品', query: 'status=enabled', columns });
  await call(viewShare, { list: 'orderlist', view_name: '在产工单', query: 'status=running', columns });
  await call(menuRename, { menu_key: 'orderlist', names: { zh: '生产单' } });
  await call(menuButtonAdd, { menu_button_code: 'orderlist:weigh', menu_key: 'orderlist', names: { zh: '称重' } });
  const { hash } = await send(pictureAdd, new File([new Uint8Array(await redSquare())], '红.png'));
  await call(carouselPicture.add, { picture: hash, title: '新品' });
  const { id } = await call(scanTemplate.add, { template_name: '通用' });
  await call(scanTemplatePublish, { id });
  const [stock] = (await call(warehouse.page, first)).rows;
  await call(loadingRulesUpdate, { warehouse_id: stock?.id as number, rules: [{ reason: 'expired', policy: 'warn' }] });
}

async function plan({ call }: Person): Promise<void> {
  await call(orderField.add, { label_zh: '水源', field_code: 'water', kind: 'text' });
  const orders = (await call(workOrder.page, { size: 100 })).rows;
  const running = orders.find(({ status }) => status === 'running' || status === 'released');
  if (running) await call(workOrderAllow, { id: running.id, quantity: 10, reason: '补足留样' });
  const [shift] = (await call(team.page, first)).rows;
  const people = await call(memberChoices, {});
  await call(team.update, { id: shift?.id as number, members: people.slice(0, 2).map(({ value }) => value) });
  const [buyer] = (await call(dealer.page, { ...first, status: 'enabled' })).rows;
  const [stock] = (await call(warehouse.page, first)).rows;
  const [item] = (await call(product.page, first)).rows;
  await call(refund.add, {
    dealer_id: buyer?.id as number,
    warehouse_id: stock?.id as number,
    reason: '破损',
    lines: [{ product_id: item?.id as number, quantity: 6 }],
  });
}

async function inspect({ call, send }: Person): Promise<void> {
  const [repeated] = (await call(repeatedCode.page, first)).rows;
  if (repeated) await call(repeatedCode.note, { ids: [repeated.id], text: '已电话确认' });
  const [warning] = (await call(consumerWarning.page, first)).rows;
  if (warning) await call(warningStep, { ids: [warning.id], step: 'note', text: '转交片区经理' });
  const [rule] = await call(warningParams, {});
  if (rule) await call(warningParamUpdate, { rule: rule.rule, limits: rule.limits, enabled: true, reason: '沿用' });
  const { id: case_id } = await call(forensicAdd, { place: '长沙市芙蓉区', note: '店内购得' });
  const photo = new File([new Uint8Array(await redSquare())], '瓶身.png');
  await send(forensicPhotoAdd, photo, { case_id: String(case_id), upload_key: randomUUID() });
  const finished = (await call(workOrder.page, { size: 100, status: 'closed' })).rows;
  const { id } = await call(recallAdd, {
    scope: { work_order_id: finished[0]?.id as number },
    drill: true,
    reason: '年度演练',
  });
  await call(recallBegin, { id });
}

const redSquare = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
