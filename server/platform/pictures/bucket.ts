import { bucketClient } from '../bucket/bucket-client.ts';
import type { Bucket } from '../config/bucket-address.ts';
import type { PictureStore } from './store.ts';

/** Stores pictures in a bucket of an S3-compatible store, below `pictures/`. */
export function bucketStore(address: Bucket): PictureStore {
  const opened = bucketClient(address, 3);
  const at = (name: string) => ({ Bucket: address.bucket, Key: `pictures/${name}` });
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
