import { auditLog } from '@suyuan/contract/organ/audit-log.ts';
import { self, selfPicture, selfUpdate } from '@suyuan/contract/organ/session.ts';
import { pictureUrl } from '@suyuan/contract/picture.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const shownBy = async (token: string) => {
  const { avatar, introduction } = await server.data(self, {}, { token });
  return { avatar, introduction };
};
async function send(token: string, file: Blob) {
  const body = new FormData();
  body.append('file', file, 'me.png');
  const response = await server.fetch(selfPicture.path, { method: 'POST', headers: { token }, body });
  return { status: response.status, data: ((await response.json()) as { data: { avatar: string } }).data };
}

test('people of every kind can set a picture and a line about themselves', async () => {
  const factory = await server.party('factory');
  for (const token of [await server.as([]), await server.as([], { factory })]) {
    expect(await shownBy(token)).toEqual({ avatar: null, introduction: '' });
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1890ff' } })
      .png()
      .toBuffer();
    const { status, data } = await send(token, new Blob([new Uint8Array(picture)]));
    expect(status).toBe(200);
    await server.data(selfUpdate, { introduction: '质检员' }, { token });
    expect(await shownBy(token)).toEqual({ avatar: data.avatar, introduction: '质检员' });
    expect((await server.fetch(pictureUrl(data.avatar, 'thumb'))).status).toBe(200);
    await server.data(selfUpdate, { avatar: null }, { token });
    expect(await shownBy(token)).toEqual({ avatar: null, introduction: '质检员' });
  }
  const { rows } = await server.data(auditLog.page, {});
  expect(rows.some(({ call }) => call === selfUpdate.path)).toBe(true);
});

test('a line is limited in length, and a picture must be one', async () => {
  const token = await server.as([]);
  expect((await server.call(selfUpdate, { introduction: 'x'.repeat(201) }, { token })).status).toBe(400);
  expect((await server.call(selfUpdate, { avatar: 'f'.repeat(64) }, { token })).status).toBe(400);
  expect((await send(token, new Blob(['no picture']))).status).toBe(400);
  expect(await shownBy(token)).toEqual({ avatar: null, introduction: '' });
});
