import { setTimeout as pause } from 'node:timers/promises';
import type { OpenBucket } from '../../bucket/bucket-client.ts';
import { reasonOf } from './bucket-failure.ts';

interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  /** As people name it. */
  readonly name: string;
  readonly size: number;
  readonly etag: string | undefined;
}

const rangeSize = 16 * 1024 * 1024;
const attempts = 5;

/**
 * Reads an object in ranges, of which the next one is fetched meanwhile. A restore takes hours, in which a connection for the whole
 * would be cut off.
 */
export async function* readObject(open: OpenBucket, object: StoredObject): AsyncGenerator<Uint8Array> {
  const fetched = (from: number) => {
    const range = from < object.size ? rangeOf(open, object, from) : undefined;
    // Its error is told when it is its turn.
    range?.catch(() => {});
    return range;
  };
  let next = fetched(0);
  for (let from = rangeSize; next; from += rangeSize) {
    const bytes = await next;
    next = fetched(from);
    yield bytes;
  }
}

async function rangeOf({ s3, client }: OpenBucket, object: StoredObject, from: number): Promise<Uint8Array> {
  const { bucket, key, name, size, etag } = object;
  const to = Math.min(from + rangeSize, size) - 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { Body } = await client.send(
        new s3.GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${from}-${to}`, IfMatch: etag }),
      );
      const bytes = await Body?.transformToByteArray();
      if (bytes?.length !== to - from + 1) throw new Error('the answer is not whole');
      return bytes;
    } catch (error) {
      const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
      // What the store refuses, the client has tried again; what broke off on the way, it has not.
      if (attempt === attempts || ($metadata?.httpStatusCode ?? 0) >= 400)
        throw new Error(`The backup ${name} cannot be read: ${reasonOf(error)}`, { cause: error });
      await pause(500 * 2 ** attempt);
    }
  }
}
