import type { Bucket } from '../config/bucket-address.ts';
import type { PictureStore } from './store.ts';

/** Stores pictures in a bucket of an S3-compatible store, below `pictures/`. The client is loaded on first use. */
export function bucketStore({ endpoint, bucket, region, key, secret }: Bucket): PictureStore {
  const opened = once(async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const credentials = { accessKeyId: key, secretAccessKey: secret };
    // Every store supports path-style URLs; virtual hosts for buckets need DNS records.
    return { s3, client: new s3.S3Client({ endpoint, region, credentials, forcePathStyle: true }) };
  });
  const at = (name: string) => ({ Bucket: bucket, Key: `pictures/${name}` });
  return {
    async put(name, bytes) {
      const { s3, client } = await opened();
      await client.send(new s3.PutObjectCommand({ ...at(name), Body: bytes, ContentType: 'image/webp' }));
    },
    async get(name) {
      const { s3, client } = await opened();
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(at(name)));
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return undefined;
        throw error;
      }
    },
    async has(name) {
      const { s3, client } = await opened();
      try {
        await client.send(new s3.HeadObjectCommand(at(name)));
        return true;
      } catch (error) {
        if (error instanceof s3.NotFound) return false;
        throw error;
      }
    },
    async remove(name) {
      const { s3, client } = await opened();
      await client.send(new s3.DeleteObjectCommand(at(name)));
    },
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | undefined;
  return () => {
    promise ??= make();
    return promise;
  };
}
