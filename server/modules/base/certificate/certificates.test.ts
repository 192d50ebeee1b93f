import { noticesSummary } from '@suyuan/contract/access/notice.ts';
import { certificate, certificateFile, certificateFileAdd, certificatesOf } from '@suyuan/contract/base/certificate.ts';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { supplier } from '@suyuan/contract/base/material.ts';
import { workItem } from '@suyuan/contract/organ/work-item.ts';
import { load, ship } from '@suyuan/contract/physical/waybill/waybill.ts';
import { expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';

const { server, goods, from } = await goodsServer();

/** A day so many days from now. */
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let made = 0;
const held = async (dealer_id: number, valid_until: string | null) => {
  made += 1;
  const certificate_no = `JY-${made}`;
  const facts = { certificate_no, kind: 'trade', holder: 'dealer', dealer_id, valid_until } as const;
  return { certificate_no, ...(await server.data(certificate.add, facts)) };
};

test('a certificate tells whether it holds, and belongs to just one party', async () => {
  const dealer_id = await goods.dealer();
  for (const day of [dayIn(-3), dayIn(10), dayIn(400), null]) await held(dealer_id, day);
  const all = await server.data(certificatesOf, { holder: 'dealer', holder_id: dealer_id });
  expect(all.map(({ validity }) => validity)).toEqual(['ended', 'ending', 'valid', 'unlimited']);
  const ending = await server.data(certificate.page, { dealer_id, validity: 'ending' });
  expect(ending.rows).toMatchObject([{ valid_until: dayIn(10), remind_days: 30, supplier_id: null }]);

  const { id: supplier_id } = await server.data(supplier.add, { supplier_code: 'S-9', supplier_name: 'glass' });
  const facts = { certificate_no: 'XK-1', kind: 'production', holder: 'supplier' } as const;
  expect(await server.call(certificate.add, { ...facts, dealer_id })).toMatchObject({
    status: 400,
    envelope: { data: { fields: [{ path: 'supplier_id' }] } },
  });
  // What is left of another choice is dropped.
  await server.data(certificate.add, { ...facts, dealer_id, supplier_id });
  const { rows } = await server.data(certificate.page, { supplier_id });
  expect(rows).toMatchObject([{ supplier_name: 'glass', dealer_id: null, validity: 'unlimited' }]);
  expect(
    await server.call(certificate.add, { ...facts, supplier_id, valid_from: dayIn(5), valid_until: dayIn(4) }),
  ).toMatchObject({ status: 400, envelope: { data: { fields: [{ path: 'valid_until' }] } } });
  expect((await server.call(dealer.remove, { id: dealer_id })).status).toBe(409);
});

test('the manager of the dealer is to renew it from some days before its end, until it is renewed', async () => {
  const token = await server.as(['certificate', 'certificate:update', 'todo'], { name: 'channel' });
  const [manager] = await server.sql<{ id: number }[]>`select id from account where account_name = 'channel'`;
  const dealer_id = await goods.dealer();
  await server.sql`update dealer set manager_id = ${manager?.id as number} where id = ${dealer_id}`;
  const { id, certificate_no } = await held(dealer_id, dayIn(20));
  const item = async () =>
    (await server.data(workItem.page, { waiting: 'certificates_to_renew', what: certificate_no }, { token })).rows;
  expect(await item()).toMatchObject([{ owner: 'channel', whose: 'mine', state: 'open' }]);
  expect((await item())[0]?.due_at?.slice(0, 10)).toBe(dayIn(20));
  const { waiting } = await server.data(noticesSummary, {}, { token });
  expect(waiting).toContainEqual(expect.objectContaining({ name: 'certificates_to_renew', query: 'waits=renewal' }));
  const listed = await server.data(certificate.page, { waits: 'renewal', dealer_id }, { token });
  expect(listed.rows.map((row) => row.id)).toEqual([id]);

  await server.data(certificate.update, { id, holder: 'dealer', dealer_id, valid_until: dayIn(700) }, { token });
  expect(await item()).toMatchObject([{ state: 'done' }]);
});

test('a waybill leaves for a dealer whose permit has ended, unless the enterprise refuses it', async () => {
  const lot = await goods.made(from);
  const [box] = await goods.cases(lot, 1);
  const dealer_id = await goods.dealer();
  const { certificate_no } = await held(dealer_id, dayIn(-2));
  const id = await goods.sale(from, dealer_id, [{ product_id: lot.productId, quantity: 3 }]);
  await server.data(load, { id, codes: [box?.code as string] });
  const enterprise = { enterprise_code: 'E', enterprise_name: 'enterprise' };
  await server.data(enterpriseUpdate, { ...enterprise, ended_certificates: 'refuse' });
  const refused = await server.call(ship, { id });
  expect([refused.status, refused.envelope.message]).toEqual([409, expect.stringContaining(certificate_no)]);
  await server.data(enterpriseUpdate, { ...enterprise, ended_certificates: 'warn' });
  expect(await server.data(ship, { id })).toMatchObject({ status: 'shipped' });
});

test('its file is kept as it was sent, and read by the dealer itself and by no other', async () => {
  const dealer_id = await goods.dealer();
  const { id } = await held(dealer_id, dayIn(50));
  const send = async (content: string) => {
    const body = new FormData();
    body.append('file', new File([content], 'permit.pdf'));
    return server.fetch(`${certificateFileAdd.path}?id=${id}`, {
      method: 'POST',
      headers: { token: server.admin },
      body,
    });
  };
  expect((await send('a text')).status).toBe(400);
  expect((await send('%PDF-1.7 permit')).status).toBe(200);
  const [own, other] = [
    await server.as(['certificate'], { name: 'ours', dealer: dealer_id }),
    await server.as(['certificate'], { name: 'theirs', dealer: await goods.dealer() }),
  ];
  const read = (token: string) => server.fetch(`${certificateFile.path}?id=${id}`, { headers: { token } });
  expect(await (await read(own)).text()).toBe('%PDF-1.7 permit');
  expect((await read(other)).status).toBe(404);
  const pages = [own, other].map((token) => server.data(certificate.page, {}, { token }));
  expect((await Promise.all(pages)).map(({ total }) => total)).toEqual([1, 0]);
});
