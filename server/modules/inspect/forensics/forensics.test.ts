import { createHash } from 'node:crypto';
import {
  forensicAdd,
  forensicCase,
  forensicDelete,
  forensicDetail,
  forensicOriginal,
  forensicPhotoRemove,
  forensicPicture,
  forensicPrint,
  forensicSeal,
  forensicUpdate,
} from '@suyuan/contract/inspect/case/forensic-case.ts';
import { languages } from '@suyuan/contract/languages.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import { openDatabase } from '#platform/database/database.ts';
import { photo, sealedCase, sendPhoto } from '#test/goods/evidence.ts';
import { pageOf, symbolsOn, wordsOf } from '#test/goods/scanner.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { verifySeals } from './seal/verify-seals.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ SUYUAN_TIME_ZONE: 'Asia/Shanghai' });
});
afterAll(() => server.stop());

const send = (id: number, file: Buffer, key?: string) => sendPhoto(server, id, file, key);
const sealed = () => sealedCase(server);

async function seals() {
  const database = openDatabase(server.databaseUrl, 4);
  try {
    return await verifySeals(database.db);
  } finally {
    await database.close();
  }
}

describe('a case', () => {
  test('keeps camera data, returns the original byte for byte, and hides the data in the displayed copy', async () => {
    const { id } = await server.data(forensicAdd, { place: 'shop' });
    const file = await photo();
    const sent = await send(id, file);
    expect(sent).toMatchObject({
      taken_at: '2026-03-01T10:20:30+08:00',
      latitude: 31.2,
      longitude: 121.5,
      camera: 'Maker Phone 1',
    });
    expect(sent.hash).toBe(createHash('sha256').update(file).digest('hex'));
    const original = await server.fetch(`${forensicOriginal.path}?id=${sent.id}`, { headers: { token: server.admin } });
    expect(Buffer.from(await original.arrayBuffer()).equals(file)).toBe(true);
    const { picture } = await server.data(forensicPicture, { id: sent.id });
    expect((await sharp(Buffer.from(picture, 'base64')).metadata()).exif).toBeUndefined();
    expect((await server.fetch(`/pictures/${sent.hash}.webp`)).status).toBe(404);
  });

  test('sent twice by a phone is stored once, with its photos', async () => {
    const draft_key = crypto.randomUUID();
    const [one, two] = await Promise.all([1, 2].map(() => server.data(forensicAdd, { draft_key, place: 'shop' })));
    expect(one).toEqual(two);
    const [file, key] = [await photo(), crypto.randomUUID()];
    const id = one?.id as number;
    const photos = await Promise.all([send(id, file, key), send(id, file, key)]);
    expect(photos[0]?.id).toBe(photos[1]?.id);
    expect((await server.data(forensicDetail, { id })).pictures).toHaveLength(1);
  });

  test('without a picture is refused, and one without photos cannot be sealed', async () => {
    const { id } = await server.data(forensicAdd, {});
    expect((await send(id, Buffer.from('not a picture'))).status).toBe(400);
    expect((await server.call(forensicSeal, { id })).status).toBe(409);
    const { id: photoId } = await send(id, await photo());
    await server.data(forensicPhotoRemove, { id: photoId });
    expect((await server.call(forensicSeal, { id })).status).toBe(409);
    expect((await server.call(forensicUpdate, { id, dealer_id: 987_654 })).status).toBe(400);
    await server.data(forensicUpdate, { id, code: 'torn', note: 'x' });
    expect((await server.data(forensicDetail, { id })).code).toBe('torn');
    await send(id, await photo());
    await server.data(forensicDelete, { id });
    expect((await server.call(forensicDetail, { id })).status).toBe(404);
  });

  test('belongs to the enterprise alone', async () => {
    const { id } = await sealed();
    const token = await server.as(builtInPermissions as Permission[], { dealer: await server.party('dealer') });
    for (const call of [forensicCase.page, forensicDetail, forensicSeal])
      expect((await server.call(call, call === forensicCase.page ? {} : { id }, { token })).status).toBe(401);
  });
});

describe('a sealed case', () => {
  test('cannot be changed', async () => {
    const { id, seal } = await sealed();
    const detail = await server.data(forensicDetail, { id });
    expect(detail).toMatchObject({ status: 'sealed', seal, photos: 2, area_name: '浙江省 杭州市 西湖区' });
    const picture = detail.pictures[0]?.id as number;
    for (const [call, input] of [
      [forensicUpdate, { id, note: 'other' }],
      [forensicSeal, { id }],
      [forensicDelete, { id }],
      [forensicPhotoRemove, { id: picture }],
    ] as const) {
      expect((await server.call(call, input)).status).toBe(409);
    }
    expect((await send(id, await photo())).status).toBe(409);
  });

  test("is printed with its seal as a readable symbol, in the caller's language", async () => {
    const { id, seal } = await sealed();
    const response = await server.fetch(`${forensicPrint.path}?id=${id}`, {
      headers: { token: server.admin, 'accept-language': 'zh' },
    });
    const file = new Uint8Array(await response.arrayBuffer());
    expect([response.status, Buffer.from(file.subarray(0, 5)).toString()]).toEqual([200, '%PDF-']);
    expect(await symbolsOn(await pageOf(file, 1))).toEqual([seal]);
    const draft = await server.data(forensicAdd, {});
    expect((await server.call(forensicPrint, { id: draft.id })).status).toBe(409);
  });

  test.each(languages)("prints (%s) when it was found, in the enterprise's time zone", async (language) => {
    const found_at = '2026-03-01T16:20:30Z';
    const { id } = await server.data(forensicAdd, { found_at });
    await send(id, await photo());
    await server.data(forensicSeal, { id });
    const headers = { token: server.admin, 'accept-language': language };
    const paper = await server.fetch(`${forensicPrint.path}?id=${id}`, { headers });
    const words = await wordsOf(new Uint8Array(await paper.arrayBuffer()));
    expect(words).toContain('2026-03-02 00:20:30 UTC+8');
    expect(words.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+8/g)).toHaveLength(2);
  });

  test('reveals changes in the database to its facts, photos, seal or all of them', async () => {
    const whole = await seals();
    expect(whole.broken).toEqual([]);
    const cases = await Promise.all([1, 2, 3, 4].map(sealed));
    const [facts, picture, both, gone] = cases.map(({ id }) => id) as [number, number, number, number];
    const { sql } = server;
    const numbered = await sql<{ id: number; case_no: string }[]>`select id, case_no from forensic_case`;
    const nos = new Map(numbered.map(({ id, case_no }) => [id, case_no]));
    await sql`update forensic_case set note = 'three bottles' where id = ${facts}`;
    await sql`update forensic_photo set original = original || '\\x00' where case_id = ${picture}`;
    await sql`update forensic_case set seal = repeat('0', 64) where id = ${both}`;
    await sql`delete from forensic_case where id = ${gone}`;
    const { sealed: many, broken } = await seals();
    expect(many).toBe(whole.sealed + 3);
    const differencesOf = broken.map(({ case: no, kind, differences }) => [
      no,
      kind,
      ...differences.map(({ what }) => what),
    ]);
    expect(differencesOf.toSorted()).toEqual(
      [
        [nos.get(facts), 'changed', 'note'],
        [nos.get(picture), 'changed', 'photo 1', 'photo 2'],
        [nos.get(both), 'changed', 'seal'],
        [nos.get(gone), 'missing'],
      ].toSorted(),
    );
  });
});
