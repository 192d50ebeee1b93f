import type { HeadObjectCommandOutput, ListMultipartUploadsCommandOutput, MultipartUpload } from '@aws-sdk/client-s3';
import { bucketClient, type OpenBucket } from '../../bucket/bucket-client.ts';
import type { Bucket } from '../../config/bucket-address.ts';
import { reasonOf } from './bucket-failure.ts';
import { readObject } from './bucket-object.ts';
import { BucketUpload } from './bucket-upload.ts';
import { type BackupStorage, isScheduledName, type Location, outdated } from './storage.ts';

/** A store that is busy or away is asked again for about a minute. */
const attempts = 10;

/** Keeps backups as objects of a bucket, below its prefix. */
export class BucketStorage implements BackupStorage {
  readonly #bucket: Bucket;
  readonly #opened: () => Promise<OpenBucket>;

  constructor(bucket: Bucket, maxAttempts = attempts) {
    this.#bucket = bucket;
    this.#opened = bucketClient(bucket, maxAttempts);
  }

  readonly location = (name: string): Location => this.#object(this.#bucket.prefix + name);

  /** The backup that a URL `s3://bucket/key` names. Throws with a sentence if it names none, or another bucket. */
  locationOf(url: string): Location {
    const start = `s3://${this.#bucket.bucket}/`;
    if (!url.startsWith(start))
      throw new Error(
        `${url} is not in the bucket of SUYUAN_BACKUP_BUCKET: a backup there is ${start}${this.#bucket.prefix}….`,
      );
    return this.#object(url.slice(start.length));
  }

  async prune(kept: number, running: ReadonlySet<string>): Promise<void> {
    const { s3, client } = await this.#opened();
    const names = await this.#names();
    for (const name of outdated(names, kept)) {
      // One by one: stores differ in how a list of objects to delete has to be signed.
      await client.send(new s3.DeleteObjectCommand({ Bucket: this.#bucket.bucket, Key: this.#bucket.prefix + name }));
    }
    for (const { Key = '', UploadId } of await this.#uploads()) {
      const isOurs = isScheduledName(Key.slice(this.#bucket.prefix.length)) && !running.has(this.#nameOf(Key));
      if (isOurs) await client.send(new s3.AbortMultipartUploadCommand({ Bucket: this.#bucket.bucket, Key, UploadId }));
    }
  }

  #object(key: string): Location {
    const name = this.#nameOf(key);
    return {
      name,
      create: async () => {
        const open = await this.#opened();
        const there = await this.#head(open, key).catch((error) => {
          throw new Error(`The backup cannot be written to ${name}: ${reasonOf(error)}`, { cause: error });
        });
        if (there) throw new Error(`${name} is there already: name another one.`);
        return BucketUpload.begin(open, { bucket: this.#bucket.bucket, key, name });
      },
      size: async () => (await this.#stored(await this.#opened(), key)).ContentLength ?? 0,
      read: () => this.#read(key, name),
    };
  }

  async *#read(key: string, name: string): AsyncGenerator<Uint8Array> {
    const open = await this.#opened();
    const { ContentLength: size = 0, ETag: etag } = await this.#stored(open, key);
    yield* readObject(open, { bucket: this.#bucket.bucket, key, name, size, etag });
  }

  /** Throws with a sentence if there is no such object. */
  async #stored(open: OpenBucket, key: string): Promise<HeadObjectCommandOutput> {
    const head = await this.#head(open, key).catch((error) => {
      throw new Error(`The backup ${this.#nameOf(key)} cannot be read: ${reasonOf(error)}`, { cause: error });
    });
    if (head) return head;
    const others = await this.#others();
    throw new Error(`The backup ${this.#nameOf(key)} cannot be read: there is no such object.${others}`);
  }

  /** Undefined if there is no such object. */
  async #head({ s3, client }: OpenBucket, key: string): Promise<HeadObjectCommandOutput | undefined> {
    try {
      return await client.send(new s3.HeadObjectCommand({ Bucket: this.#bucket.bucket, Key: key }));
    } catch (error) {
      if (error instanceof s3.NotFound) return undefined;
      throw error;
    }
  }

  /** A sentence with the latest backups, for somebody who has nothing but the bucket. */
  async #others(): Promise<string> {
    const names = await this.#names().catch((error) => reasonOf(error));
    if (typeof names === 'string') return ` The bucket cannot be listed: ${names}.`;
    const latest = names.filter(isScheduledName).toSorted().slice(-3);
    return latest.length === 0
      ? ''
      : ` The latest are ${latest.map((name) => this.#nameOf(this.#bucket.prefix + name)).join(', ')}.`;
  }

  /** Those directly below the prefix, without it. */
  async #names(): Promise<string[]> {
    const { s3, client } = await this.#opened();
    const { bucket, prefix } = this.#bucket;
    const names: string[] = [];
    for await (const { Contents = [] } of s3.paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: `${prefix}suyuan-` },
    ))
      names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)));
    return names;
  }

  async #uploads(): Promise<MultipartUpload[]> {
    const { s3, client } = await this.#opened();
    const { bucket, prefix } = this.#bucket;
    const uploads: MultipartUpload[] = [];
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (from) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new s3.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${prefix}suyuan-`, ...from }),
      );
      uploads.push(...(page.Uploads ?? []));
      from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    }
    return uploads;
  }

  #nameOf(key: string): string {
    return `s3://${this.#bucket.bucket}/${key}`;
  }
}
