import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface TestBucket {
  /** As `SUYUAN_PICTURES` takes it. */
  readonly address: string;
  stop(): Promise<void>;
}

/** An S3-compatible server with one bucket, kept below a folder. */
export async function testBucket(folder: string): Promise<TestBucket> {
  const s3 = new S3rver({
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'shop', configs: [] }],
  });
  const { port } = (await s3.run()) as unknown as AddressInfo;
  return { address: `http://S3RVER:S3RVER@127.0.0.1:${port}/shop`, stop: () => s3.close() };
}
