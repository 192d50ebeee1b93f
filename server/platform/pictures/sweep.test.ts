import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { pictureAdd } from '@suyuan/contract/base/picture.ts';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { pictureUrl } from '@suyuan/contract/picture.ts';
import { carouselPicture } from '@suyuan/contract/querymanage/carousel-picture.ts';
import { plainDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { scanTemplate, scanTemplatePublish, scanTemplateSave } from '@suyuan/contract/querymanage/scan-template.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables } from '#tables.ts';
import { type TestBucket, testBucket } from '#test/harness/bucket.ts';
import { onCluster } from '#test/harness/new-database.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { type Bucket, bucketOf } from '../config/bucket-address.ts';
import { bucketStore } from './bucket.ts';
import { folderStore, type PictureStore } from './store.ts';
import { PictureSweep } from './sweep.ts';

let folder: string;
let bucket: TestBucket;
let inFolder: TestServer;
let inBucket: TestServer;
const stores = new Map<TestServer, PictureStore>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'suyuan-sweep-'));
  bucket = await testBucket(folder);
  inFolder = await testServer({ SUYUAN_DATA_DIR: folder });
  inBucket = await testServer({ SUYUAN_DATA_DIR: folder, SUYUAN_PICTURES: bucket.address });
  stores.set(inFolder, folderStore(join(folder, 'pictures')));
  stores.set(inBucket, bucketStore(bucketOf(bucket.address) as Bucket));
});
afterAll(async () => {
  await inFolder.stop();
  await inBucket.stop();
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

let drawn = 0;
const drawing = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: { r: ++drawn, g: 0, b: 0 } } })
    .png()
    .toBuffer();

async function send(server: TestServer, file: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(file)]), 'picture.png');
  const response = await server.fetch(pictureAdd.path, {
    method: 'POST',
    headers: { token: server.admin },
    body: form,
  });
  return ((await response.json()) as { data: { hash: string } }).data.hash;
}
const sent = async (server: TestServer) => send(server, await drawing());

const yesterday = (server: TestServer) => server.sql`update picture set sent_at = now() - interval '25 hours'`;
const sweep = (server: TestServer) => new PictureSweep(server.sql, tables, stores.get(server) as PictureStore).sweep();
const served = async (server: TestServer, hash: string) =>
  Promise.all((['full', 'thumb'] as const).map(async (size) => (await server.fetch(pictureUrl(hash, size))).status));

test.each(['a folder', 'a bucket'])('an unused picture is deleted from %s after a day', async (place) => {
  const server = place === 'a folder' ? inFolder : inBucket;
  const old = await sent(server);
  await yesterday(server);
  const fresh = await sent(server);
  await sweep(server);
  expect(await served(server, old)).toEqual([404, 404]);
  expect(await served(server, fresh)).toEqual([200, 200]);
  expect((await server.call(products.add, { product_code: 'P', product_name: 'P', pictures: [old] })).status).toBe(400);
});

test('pictures in use are kept', async () => {
  const server = inFolder;
  const [logo, house, face, seal, slide, draft, published] = (await Promise.all(
    Array.from({ length: 7 }, () => sent(server)),
  )) as [string, string, string, string, string, string, string];
  await server.data(brand.add, { brand_code: 'B', brand_name: 'B', logo });
  await server.data(enterpriseUpdate, { enterprise_code: 'E', enterprise_name: 'E', logo: house });
  await server.data(productField.add, { field_code: 'seal', label_zh: '印章', kind: 'picture' });
  const product = { product_code: 'P-1', product_name: 'P', pictures: [face] };
  await server.data(products.add, { ...product, extension: [{ field_code: 'seal', value: seal }] });
  await server.data(carouselPicture.add, { title: 'C', picture: slide });
  const { id } = await server.data(scanTemplate.add, { template_name: 'T' });
  const banner = (picture: string) => ({ ...plainDesign, blocks: [{ kind: 'banner' as const, picture, words: {} }] });
  await server.data(scanTemplateSave, { id, design: banner(published) });
  await server.data(scanTemplatePublish, { id });
  await server.data(scanTemplateSave, { id, design: banner(draft) });
  await yesterday(server);
  await sweep(server);
  for (const hash of [logo, house, face, seal, slide, draft, published]) {
    expect(await served(server, hash)).toEqual([200, 200]);
  }
});

test('the sweep checks the columns of exactly the tables that show pictures', async () => {
  const columns = await inFolder.sql<{ name: string }[]>`
    select conrelid::regclass::text as name from pg_constraint where confrelid = 'picture'::regclass order by 1`;
  // One that is missing in the sweep's statement would make it fail, for all pictures.
  expect(columns.map(({ name }) => name)).toEqual(['account', 'brand', 'carousel_picture', 'enterprise']);
});

test('a picture uploaded again is new, and complete after an interrupted sweep', async () => {
  const file = await drawing();
  const hash = await send(inFolder, file);
  await yesterday(inFolder);
  await send(inFolder, file);
  await sweep(inFolder);
  expect(await served(inFolder, hash)).toEqual([200, 200]);

  await stores.get(inFolder)?.remove(`${hash}.webp`);
  await send(inFolder, file);
  expect(await served(inFolder, hash)).toEqual([200, 200]);
});

test('a picture about to be used is kept', async () => {
  const server = inFolder;
  const hash = await sent(server);
  const { id } = await server.data(products.add, { product_code: 'P-2', product_name: 'P' });
  await yesterday(server);
  const { swept } = await server.sql.begin(async (saving) => {
    // As saving a product begins.
    await saving`select hash from picture where hash = ${hash} for key share`;
    const swept = sweep(server);
    // A cluster locks more than the row: there the sweep comes after the saving.
    if (!onCluster) await swept;
    await saving`update product set pictures = ${[hash]} where id = ${id}`;
    return { swept };
  });
  await swept;
  await sweep(server);
  expect(await served(server, hash)).toEqual([200, 200]);

  await server.data(products.update, { id, product_code: 'P-2', product_name: 'P', pictures: [] });
  await sweep(server);
  expect(await served(server, hash)).toEqual([404, 404]);
});

test('every column that refers to a picture is declared', async () => {
  const columns = await inFolder.sql<{ name: string; column: string }[]>`
    select f.relname as name, a.attname as "column" from pg_constraint k
    join pg_class f on f.oid = k.conrelid
    join pg_attribute a on a.attrelid = f.oid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'picture'::regclass`;
  expect(columns.length).toBeGreaterThan(2);
  for (const { name, column } of columns) expect(tables.get(name)?.pictures, name).toContain(column);
});
