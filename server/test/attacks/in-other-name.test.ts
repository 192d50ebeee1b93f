import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { wmsLog } from '@suyuan/contract/physical/exceptions.ts';
import { waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { type WmsShipment, wmsShipments } from '@suyuan/contract/physical/wms.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { eventHistory } from '@suyuan/contract/plant/packing/packing.ts';
import { describe, expect, test } from 'vitest';
import { goodsServer } from '../goods/goods-server.ts';
import { deviceAt } from '../goods/line.ts';

// Work in somebody else's name: a retry carries out what a device or system sent. Whose right is it, and whose name is on it?

const { server, goods, from, dealerId } = await goodsServer();
const wms = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id: from, name: 'WMS 1' }));

let sent = 0;
/** A message with goods that could be loaded, of which one code was misread. */
async function refusedMessage(eventType: 'load' | 'ship' = 'load') {
  const made = await goods.made(from);
  const codes = (await goods.cases(made, 2)).map(({ code }) => code);
  const [good, misread] = codes as [string, string];
  const { rows } = await server.data(product.page, { size: 500 });
  const { product_code = '' } = rows.find(({ id }) => id === made.productId) ?? {};
  const { rows: dealers } = await server.data(dealer.page, {});
  const { dealer_code = '' } = dealers.find(({ id }) => id === dealerId) ?? {};
  const message: WmsShipment = {
    batch_key: `b-${++sent}`,
    act: eventType,
    waybill_no: `SO-${sent}`,
    dealer_code,
    lines: [{ product_code, quantity: 6 }],
    codes: [good, `${misread.slice(0, -1)}?`],
  };
  const { loaded, refusals } = await wms.data(wmsShipments, message);
  expect([loaded, refusals.map(({ reason }) => reason)]).toEqual([1, ['unknown_code']]);
  const [row] = (await server.data(wmsLog.page, { status: 'open', keyword: message.codes?.[1] as string })).rows;
  return { message, good, misread, id: row?.id as number };
}

const retries: readonly Permission[] = ['loglist', 'loglist:retry'];

async function retried(token: string, id: number, content?: object) {
  const input = { ids: [id], ...(content ? { content: JSON.stringify(content) } : {}) };
  const { status, envelope } = await server.call(wmsLog.retry, input, { token, language: 'en' });
  if (status !== 200)
    return (envelope.data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path);
  return (envelope.data as { results: { taken: boolean }[] }).results[0]?.taken;
}

describe('a person who may only retry', () => {
  test('can correct a misread code, and is named in the history beside the system', async () => {
    const { message, misread, id } = await refusedMessage('ship');
    const token = await server.as(retries, { name: 'mender' });
    expect(await retried(token, id, { ...message, codes: [...(message.codes ?? []).slice(0, 1), misread] })).toBe(true);
    const [event] = await server.data(eventHistory, { code: misread, size: 1 });
    expect(event).toMatchObject({ act: 'ship', by: 'mender', for_device: 'WMS 1' });
    const { rows } = await server.data(waybill.page, { keyword: message.waybill_no });
    expect(await server.data(waybillDetail, { id: rows[0]?.id as number })).toMatchObject({
      ...{ created_by: null, made_by_system: 'WMS 1' },
      ...{ shipped_by: 'mender', shipped_by_system: 'WMS 1' },
    });
  });

  test('can leave out what cannot be loaded, and retry unchanged', async () => {
    const { message, good, id } = await refusedMessage();
    const token = await server.as(retries);
    expect(await retried(token, id)).toBe(false);
    expect(await retried(token, id, { ...message, codes: [good] })).toBe(true);
  });

  test('can change nothing else: waybill, event, receiver, lines, goods or reason', async () => {
    const { message, good, misread, id } = await refusedMessage();
    const token = await server.as(retries);
    const [other] = await goods.cases(await goods.made(from), 1);
    const without = { ...message, codes: [good] };
    const forged: [string, object][] = [
      ['waybill_no', { ...without, waybill_no: 'EVIL-1' }],
      ['act', { ...without, act: 'ship' }],
      ['dealer_code', { ...without, dealer_code: 'D-OTHER' }],
      ['lines', { ...without, lines: [{ ...message.lines?.[0], quantity: 600 }] }],
      ['codes', { ...without, codes: [good, other?.code] }],
      ['codes', { ...message, codes: [...(message.codes ?? []), misread] }],
      ['reason', { ...without, reason: 'ok' }],
    ];
    for (const [field, content] of forged)
      expect(new Set((await retried(token, id, content)) as string[]), field).toEqual(new Set([`content.${field}`]));
    expect((await server.data(waybill.page, { keyword: 'EVIL-1' })).rows).toEqual([]);
    const [row] = (await server.data(waybill.page, { keyword: message.waybill_no })).rows;
    expect(row).toMatchObject({ status: 'loading', loaded: 3 });
  });
});

test('with the permissions of the desk can change it by a retry, in their own name', async () => {
  const { message, good, id } = await refusedMessage();
  const content = { ...message, act: 'ship' as const, codes: [good], reason: 'the rest is broken' };
  const without = await server.as([...retries, 'freight:load', 'freight:ship']);
  expect(await retried(without, id, content)).toEqual(['content.reason']);
  const shipper = [...retries, 'freight:load', 'freight:ship', 'freight:short'] as const;
  expect(await retried(await server.as(shipper, { name: 'shipper' }), id, content)).toBe(true);
  const [event] = await server.data(eventHistory, { code: good, size: 1 });
  expect(event).toMatchObject({ act: 'ship', by: 'shipper', for_device: 'WMS 1', reason: 'the rest is broken' });
});
