import { readFile } from 'node:fs/promises';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { partner } from '@suyuan/contract/integration/partner.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

// A partner's system captures events and subscribes; a person sees what it sent and what it is sent.

const event = (number: number, more: object = {}) => ({
  type: 'ObjectEvent',
  eventID: `urn:uuid:5b8e0000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  eventTime: '2026-10-01T08:00:00.000+08:00',
  eventTimeZoneOffset: '+08:00',
  epcList: [`urn:epc:id:sscc:6901234.000000070${number}`],
  action: 'OBSERVE',
  bizStep: 'arriving',
  ...more,
});

async function exchange(server: TestServer) {
  const { id } = await server.call(partner.add, { partner_code: 'E2E-1', partner_name: '远通承运' });
  const permissions = ['epcis:capture', 'epcis:query'];
  const { key } = await server.call(apiKeyAdd, { name: '远通系统', party: { partner_id: id }, permissions });
  const send = async (path: string, body: object, headers = {}) => {
    const answer = await fetch(`${server.url}/epcis${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBeLessThan(300);
  };
  const eventList = [event(1), event(2, { action: 'MOVE' })];
  await send(
    '/capture',
    {
      '@context': 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
      type: 'EPCISDocument',
      schemaVersion: '2.0',
      creationDate: '2026-10-01T09:00:00Z',
      epcisBody: { eventList },
    },
    { 'gs1-capture-error-behaviour': 'proceed' },
  );
  await send('/queries', { name: '到达事件', query: { EQ_bizStep: ['arriving'] } });
  await send('/queries/%E5%88%B0%E8%BE%BE%E4%BA%8B%E4%BB%B6/subscriptions', {
    dest: 'https://carrier.example/epcis',
    stream: true,
  });
}

test('what a partner exchanges is seen, corrected and kept within its profile', async ({ page, server }) => {
  await exchange(server);
  await signedIn(page, server);

  await page.goto('/home/integration/epciscapture');
  await page
    .getByRole('row', { name: /远通系统.*部分收下/ })
    .getByRole('button', { name: '详情' })
    .click();
  await expect(page.getByRole('dialog')).toContainText('eventList[1].action must be ADD, OBSERVE or DELETE');

  await page.goto('/home/integration/epcisevent');
  await page.getByLabel('对象（EPC）').fill('urn:epc:id:sscc:6901234.0000000701');
  await page.getByRole('button', { name: /^查\s*询$/ }).click();
  await page
    .getByRole('row', { name: /arriving/ })
    .getByRole('button', { name: '详情' })
    .click();
  const detail = page.getByRole('dialog');
  await expect(detail).toContainText('看到 1 个对象。');
  await expect(detail).toContainText('"bizStep": "arriving"');
  await expect(detail).toContainText('<action>OBSERVE</action>');
  const downloading = page.waitForEvent('download');
  await detail.getByRole('region', { name: 'XML' }).getByRole('button', { name: '下载' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('EPCISQueryDocument');
  await page.keyboard.press('Escape');

  await page.goto('/home/integration/subscription');
  const row = page.getByRole('row', { name: /到达事件/ });
  await expect(row).toContainText('https://carrier.example/epcis');
  await expect(row).toContainText('事件一记录即投递');
  await row.getByRole('button', { name: '暂停' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^暂\s*停$/ })
    .click();
  await expect(row).toContainText('已暂停');

  await page.goto('/home/integration/partner');
  const carrier = page.getByRole('row', { name: /远通承运/ });
  await expect(carrier).toContainText('远通系统');
  await carrier.getByRole('button', { name: '修改' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('来件规范').fill('{"required": 1}');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(form).toContainText('不是可用的 JSON Schema');
  await form.getByLabel('来件规范').fill('{"required": ["readPoint"]}');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(form).toBeHidden();
});
