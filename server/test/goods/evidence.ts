import { randomUUID } from 'node:crypto';
import { forensicAdd, forensicPhotoAdd, forensicSeal } from '@suyuan/contract/inspect/case/forensic-case.ts';
import sharp from 'sharp';
import type { TestServer } from '../harness/server.ts';

let drawn = 0;

/** A photo as a phone makes it, with what it says of time and place. */
export const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 200, g: ++drawn % 255, b: 0 } } })
    .withExif({
      IFD0: { Make: 'Maker', Model: 'Phone 1' },
      IFD2: { DateTimeOriginal: '2026:03:01 10:20:30', OffsetTimeOriginal: '+08:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 12/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '121/1 30/1 0/1' },
    })
    .jpeg()
    .toBuffer();

/** Sends a photo of a case, as a form does. */
export async function sendPhoto(server: TestServer, case_id: number, file: Buffer, upload_key: string = randomUUID()) {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(file)]), 'photo.jpg');
  const path = `${forensicPhotoAdd.path}?${new URLSearchParams({ case_id: String(case_id), upload_key })}`;
  const response = await server.fetch(path, { method: 'POST', headers: { token: server.admin }, body: form });
  const { data } = (await response.json()) as {
    data: { id: number; hash: string; taken_at: string; latitude: number };
  };
  return { status: response.status, ...data };
}

/** A sealed case with two photos. */
export async function sealedCase(server: TestServer): Promise<{ id: number; seal: string; photo: number }> {
  const { id } = await server.data(forensicAdd, { place: '西湖路 5 号', note: 'two bottles', area_code: '330106' });
  await sendPhoto(server, id, await photo());
  const { id: last } = await sendPhoto(server, id, await photo());
  const { seal } = await server.data(forensicSeal, { id });
  return { id, seal, photo: last };
}
