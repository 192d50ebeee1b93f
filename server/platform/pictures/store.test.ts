import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestBucket, testBucket } from '#test/harness/bucket.ts';
import { type Bucket, bucketOf } from '../config/bucket-address.ts';
import { bucketStore } from './bucket.ts';
import { folderStore, type PictureStore } from './store.ts';

let folder: string;
let bucket: TestBucket;
const stores: Record<string, PictureStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'suyuan-store-'));
  bucket = await testBucket(folder);
  stores.folder = folderStore(join(folder, 'files'));
  stores.bucket = bucketStore(bucketOf(bucket.address) as Bucket);
});
afterAll(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(['folder', 'bucket'])('a %s', (kind) => {
  test('returns what was stored, and nothing else', async () => {
    const store = stores[kind] as PictureStore;
    const [name, bytes] = [`${'a'.repeat(64)}.webp`, Buffer.from([0, 1, 2, 255])];
    expect(await store.get(name)).toBeUndefined();
    // Two who send the same picture at once.
    await Promise.all([store.put(name, bytes), store.put(name, bytes)]);
    expect(await store.get(name)).toEqual(bytes);
    expect(await store.get(`${'b'.repeat(64)}.webp`)).toBeUndefined();
  });

  test('keeps a file until it is removed', async () => {
    const store = stores[kind] as PictureStore;
    const name = `${'c'.repeat(64)}.webp`;
    expect(await store.has(name)).toBe(false);
    await store.put(name, Buffer.from([1]));
    expect(await store.has(name)).toBe(true);
    await store.remove(name);
    await store.remove(name);
    expect([await store.has(name), await store.get(name)]).toEqual([false, undefined]);
  });
});

test.each([
  ['https://key:s%2Fecret@s3.example/shop?region=cn-north-1', ['https://s3.example', 'shop', 'cn-north-1', 's/ecret']],
  ['https://s3.example/shop', undefined],
  ['https://key:secret@s3.example/', undefined],
  ['s3://key:secret@s3.example/shop', undefined],
  ['shop', undefined],
])('the address %s', (address, parts) => {
  const found = bucketOf(address);
  expect(found && [found.endpoint, found.bucket, found.region, found.secret]).toEqual(parts);
});
