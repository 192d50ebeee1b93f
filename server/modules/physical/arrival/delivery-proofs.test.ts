import { pictureAdd } from '@suyuan/contract/base/picture.ts';
import { arrivalFinish } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { deliveryProofs, proofWithdraw, prove } from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import { load, ship } from '@suyuan/contract/physical/waybill/waybill.ts';
import { waybillPaper } from '@suyuan/contract/physical/waybill/waybill-paper.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { wordsOf } from '#test/goods/scanner.ts';

const { server, goods, from, dealerId } = await goodsServer();

const drawn = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'white' } })
  .png()
  .toBuffer();
const jpeg = await sharp(drawn).jpeg().toBuffer();

/** A sale that our driver brings to a dealer. */
async function delivered() {
  const made = await goods.made(from);
  const [box] = await goods.cases(made, 1);
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
  await server.data(load, { id, codes: [box?.code as string] });
  await server.data(ship, { id });
  return id;
}

test('a driver has a delivery signed for with a name, a signature and a place; the dealer sees it', async () => {
  const id = await delivered();
  const driver = await server.as(['arrival', 'arrival:sign'], { name: 'driver' });
  const proof = {
    receiver: 'Li Lei',
    signature: drawn.toString('base64'),
    latitude: 31.2,
    longitude: 121.5,
    accuracy: 12,
  };
  const signed = await server.data(arrivalFinish, { id, received: 'all', proof }, { token: driver });
  expect(signed).toMatchObject({ status: 'signed', units: 3 });
  const dealer = await server.as(['freight', 'freight:print'], { dealer: dealerId });
  const [seen] = await server.data(deliveryProofs, { id }, { token: dealer });
  expect(seen).toMatchObject({
    receiver: 'Li Lei',
    latitude: 31.2,
    longitude: 121.5,
    accuracy: 12,
    withdrawn_at: null,
  });
  const { format, width } = await sharp(Buffer.from(seen?.signature ?? '', 'base64')).metadata();
  expect([format, width]).toEqual(['png', 60]);
  const paper = await server.fetch(`${waybillPaper.path}?id=${id}&paper=waybill`, { headers: { token: dealer } });
  expect(await wordsOf(Buffer.from(await paper.arrayBuffer()))).toContain('Li Lei');
  const other = await server.as(['freight'], { dealer: await goods.dealer() });
  expect((await server.call(deliveryProofs, { id }, { token: other })).status).toBe(404);
});

test('a signature that is no PNG by its content, and a photo that was not uploaded, are refused by name', async () => {
  const id = await delivered();
  const fieldsOf = async (proof: object) => {
    const { status, envelope } = await server.call(prove, { id, proof: { receiver: 'Li Lei', ...proof } });
    const { fields = [] } = (envelope.data ?? {}) as { fields?: { path: string }[] };
    return [status, ...fields.map(({ path }) => path)];
  };
  for (const bytes of [jpeg, Buffer.from('<svg onload="alert(1)"/>')])
    expect(await fieldsOf({ signature: bytes.toString('base64') })).toEqual([400, 'proof.signature']);
  expect(await fieldsOf({ photos: ['0'.repeat(64)] })).toEqual([400, 'proof.photos.0']);
  expect(await fieldsOf({ receiver: ' ' })).toEqual([400, 'proof.receiver']);
  expect(await server.data(deliveryProofs, { id })).toEqual([]);
});

test('a proof with a photo is added to a waybill by itself, and withdrawn with a reason', async () => {
  const id = await delivered();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(jpeg)]), 'gate.jpg');
  const answer = await server.fetch(pictureAdd.path, { method: 'POST', headers: { token: server.admin }, body: form });
  const { hash } = ((await answer.json()) as { data: { hash: string } }).data;
  const { id: proof_id } = await server.data(prove, { id, proof: { receiver: 'Han Meimei', photos: [hash] } });
  expect(await server.data(deliveryProofs, { id })).toMatchObject([{ photos: [hash], withdrawn_at: null }]);
  await server.data(proofWithdraw, { id, proof_id, reason: 'wrong person' });
  expect(await server.data(deliveryProofs, { id })).toMatchObject([{ withdrawal_reason: 'wrong person' }]);
  expect((await server.call(proofWithdraw, { id, proof_id, reason: 'again' })).status).toBe(404);
});
