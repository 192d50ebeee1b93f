import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { accessKey, type TestObjectStore, testObjectStore } from '#test/harness/object-store.ts';
import { bucketClient } from '../../bucket/bucket-client.ts';
import { type BucketAddress, bucketAddressOf } from '../../config/bucket-address.ts';
import { BucketStorage } from './bucket-storage.ts';

// Against a store that speaks S3 and verifies each signature by code of its own.

let store: TestObjectStore;
let storage: BucketStorage;
beforeEach(async () => {
  store = await testObjectStore();
  storage = storageWith(accessKey.SUYUAN_BACKUP_SECRET_KEY);
  return () => store.stop();
});

const key = accessKey.SUYUAN_BACKUP_ACCESS_KEY;
const storageWith = (secret: string) =>
  new BucketStorage({ ...(bucketAddressOf(`${store.url}/shop a/`) as BucketAddress), key, secret });

/** Disturbs the first call of each kind. */
function disturbFirst(how: 'busy' | 'cut' | 'lost', ...kinds: string[]): void {
  const left = new Set(kinds);
  store.disturbance = (call) => (left.delete(call) ? how : undefined);
}

async function write(name: string, ...pieces: Buffer[]): Promise<void> {
  const draft = await storage.location(name).create();
  for (const piece of pieces) await draft.write(piece);
  await draft.complete();
}

const megabytes = (count: number) => randomBytes(count * 1024 * 1024);
const name = (day: number) => `suyuan-202601${String(day).padStart(2, '0')}T020000Z.tar`;

test('writes in parts and reads in ranges, though the store is busy and connections break', async () => {
  const pieces = [megabytes(10), megabytes(13), randomBytes(70_000), megabytes(12)];
  disturbFirst('busy', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload', 'GetObject');
  await write('b.tar', ...pieces);
  expect(store.calls.filter((call) => call === 'UploadPart shop a/b.tar').length).toBe(3 + 1);
  expect(store.uploads.size).toBe(0);
  disturbFirst('cut', 'HeadObject', 'GetObject');
  const read = await buffer(storage.location('b.tar').read());
  expect(read.equals(Buffer.concat(pieces))).toBe(true);
}, 30_000);

test('is complete although the answer to its completion was lost', async () => {
  disturbFirst('lost', 'CompleteMultipartUpload');
  await write('b.tar', Buffer.from('whole'));
  expect([...store.objects]).toEqual([['shop a/b.tar', Buffer.from('whole')]]);
}, 30_000);

test('leaves nothing in the bucket of a backup that failed or was given up', async () => {
  store.disturbance = (call) => (call === 'UploadPart' ? 'forbidden' : undefined);
  const failing = await storage.location('b.tar').create();
  await failing.write(megabytes(17));
  await expect(failing.complete()).rejects.toThrow(
    'The backup cannot be written to s3://backups/shop a/b.tar: the store answered 403 (AccessDenied',
  );
  await failing.abandon();
  expect([store.uploads.size, store.objects.size]).toEqual([0, 0]);
  // One whose part the store has not answered yet, and which is given up a second time.
  store.disturbance = (call) => (call === 'UploadPart' ? 'held' : undefined);
  const waiting = await storage.location('b.tar').create();
  await waiting.write(megabytes(17));
  await waiting.abandon();
  await waiting.abandon();
  expect([store.uploads.size, store.objects.size]).toEqual([0, 0]);
  await expect(waiting.write(megabytes(17)).then(() => waiting.complete())).rejects.toThrow('cannot be written');
});

test('says what is wrong', async () => {
  await write(name(1), Buffer.from('x'));
  await expect(storage.location(name(1)).create()).rejects.toThrow(
    `s3://backups/shop a/${name(1)} is there already: name another one.`,
  );
  await expect(buffer(storage.location('none.tar').read())).rejects.toThrow(
    `The backup s3://backups/shop a/none.tar cannot be read: there is no such object. The latest are s3://backups/shop a/${name(1)}.`,
  );
  expect(() => storage.locationOf('s3://other/b.tar')).toThrow('is not in the bucket of SUYUAN_BACKUP_BUCKET');
  const other = storageWith('another secret');
  await expect(other.location('b.tar').create()).rejects.toThrow(
    'cannot be written to s3://backups/shop a/b.tar: the store answered 403',
  );
  await expect(other.prune(1, new Set())).rejects.toThrow('SignatureDoesNotMatch');
  await store.stop();
  const gone = new BucketStorage({ ...(bucketAddressOf(store.url) as BucketAddress), key, secret: 'x' }, 1);
  await expect(gone.location('b.tar').create()).rejects.toThrow(
    /cannot be written to s3:\/\/backups\/b.tar: .*ECONNREFUSED/,
  );
});

test('keeps the latest backups of its own, and what else is in the bucket', async () => {
  for (const key of ['mine.tar', 'shop a/mine.tar', `other/${name(1)}`, `shop a/deeper/${name(1)}`])
    store.objects.set(key, Buffer.from('x'));
  const untouched = [...store.objects.keys()];
  for (const day of [5, 1, 4, 2, 3]) await write(name(day), Buffer.from('x'));
  for (const key of [name(6), name(7), name(8), 'mine.tar', 'suyuan-by-hand.tar'])
    store.uploads.set(key, { key: `shop a/${key}`, parts: new Map() });
  await storage.prune(2, new Set([`s3://backups/shop a/${name(7)}`]));
  expect([...store.objects.keys()].toSorted()).toEqual(
    [...untouched, `shop a/${name(4)}`, `shop a/${name(5)}`].toSorted(),
  );
  expect([...store.uploads.keys()]).toEqual([name(7), 'mine.tar', 'suyuan-by-hand.tar']);
  await storage.prune(0, new Set());
  expect(store.objects.size).toBe(untouched.length + 2);
}, 30_000);

test.each([
  ['s3://b-1/x', 'https://b-1.s3.us-east-1.amazonaws.com/k'],
  ['s3://b-1?region=cn-north-1', 'https://b-1.s3.cn-north-1.amazonaws.com.cn/k'],
  ['s3://b-1?style=path', 'https://s3.us-east-1.amazonaws.com/b-1/k'],
  [
    's3://b-1?endpoint=https://s3.oss-cn-hangzhou.aliyuncs.com&region=cn-hangzhou',
    'https://b-1.s3.oss-cn-hangzhou.aliyuncs.com/k',
  ],
  ['https://minio.example:9000/b-1/x?region=eu', 'https://minio.example:9000/b-1/k'],
  ['https://cos.ap-beijing.myqcloud.com/b-1?style=host', 'https://b-1.cos.ap-beijing.myqcloud.com/k'],
])('%s is called at %s', async (url, called) => {
  const address = bucketAddressOf(url) as BucketAddress;
  const { s3, client } = await bucketClient({ ...address, key, secret: 's' }, 1)();
  let seen = '';
  client.middlewareStack.add(
    () => async (step) => {
      const { protocol, hostname, port, path } = step.request as Record<string, string>;
      seen = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`;
      throw new Error('It goes no further.');
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  await expect(client.send(new s3.HeadObjectCommand({ Bucket: address.bucket, Key: 'k' }))).rejects.toThrow(
    'no further',
  );
  expect(seen).toBe(called);
});
