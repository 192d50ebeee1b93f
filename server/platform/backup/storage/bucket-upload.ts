import type { CompletedPart } from '@aws-sdk/client-s3';
import type { OpenBucket } from '../../bucket/bucket-client.ts';
import { reasonOf } from './bucket-failure.ts';
import type { Draft } from './storage.ts';

interface Target {
  readonly bucket: string;
  readonly key: string;
  /** As people name it. */
  readonly name: string;
}

const megabyte = 1024 * 1024;
/** Parts are sent while the next one is filled. */
const atOnce = 2;

/** A store takes 10 000 parts at most. They grow, so that 880 GB fit in, and a backup of some gigabytes needs little memory. */
const partSize = (number: number): number => Math.ceil(number / 1000) * 16 * megabyte;

/** Sends an object in parts. It is there once all of them are, and its parts are removed if it is abandoned. */
export class BucketUpload implements Draft {
  readonly #open: OpenBucket;
  readonly #target: Target;
  readonly #id: string;
  readonly #stopping = new AbortController();
  readonly #sent: CompletedPart[] = [];
  readonly #sending = new Set<Promise<void>>();
  #chunks: Uint8Array[] = [];
  #filled = 0;
  #bytes = 0;
  #number = 1;
  #failure: Error | undefined;

  private constructor(open: OpenBucket, target: Target, id: string) {
    this.#open = open;
    this.#target = target;
    this.#id = id;
  }

  static async begin(open: OpenBucket, target: Target): Promise<BucketUpload> {
    const { s3, client } = open;
    const { UploadId } = await client
      .send(
        new s3.CreateMultipartUploadCommand({
          Bucket: target.bucket,
          Key: target.key,
          ContentType: 'application/octet-stream',
        }),
      )
      .catch((error) => {
        throw failureOf(target, error);
      });
    return new BucketUpload(open, target, UploadId as string);
  }

  async write(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#failure) throw this.#failure;
      const piece = rest.subarray(0, partSize(this.#number) - this.#filled);
      this.#chunks.push(piece);
      this.#filled += piece.length;
      rest = rest.subarray(piece.length);
      if (this.#filled === partSize(this.#number)) await this.#send();
    }
  }

  async complete(): Promise<void> {
    if (this.#filled > 0) await this.#send();
    await Promise.all(this.#sending);
    if (this.#failure) throw this.#failure;
    const { s3, client } = this.#open;
    const Parts = this.#sent.toSorted((one, other) => (one.PartNumber ?? 0) - (other.PartNumber ?? 0));
    try {
      await client.send(new s3.CompleteMultipartUploadCommand({ ...this.#upload(), MultipartUpload: { Parts } }));
    } catch (error) {
      // If the answer to the first attempt was lost, the second one finds no upload any more, but its object.
      if (!(await this.#isThere())) throw failureOf(this.#target, error);
    }
  }

  async abandon(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#sending);
    const { s3, client } = this.#open;
    // If the store does not answer, the next scheduled backup does it.
    const abortSignal = AbortSignal.timeout(3000);
    await client.send(new s3.AbortMultipartUploadCommand(this.#upload()), { abortSignal }).catch(() => {});
  }

  /** Sends what is filled, as soon as fewer parts are under way. */
  async #send(): Promise<void> {
    const [body, number] = [Buffer.concat(this.#chunks, this.#filled), this.#number++];
    this.#chunks = [];
    this.#filled = 0;
    this.#bytes += body.length;
    while (this.#sending.size >= atOnce) await Promise.race(this.#sending);
    if (this.#failure) throw this.#failure;
    const part: Promise<void> = this.#sendPart(number, body)
      .catch((error) => {
        this.#failure ??= failureOf(this.#target, error);
      })
      .finally(() => this.#sending.delete(part));
    this.#sending.add(part);
  }

  async #sendPart(PartNumber: number, Body: Buffer): Promise<void> {
    const { s3, client } = this.#open;
    const { ETag } = await client.send(new s3.UploadPartCommand({ ...this.#upload(), PartNumber, Body }), {
      abortSignal: this.#stopping.signal,
    });
    this.#sent.push({ PartNumber, ETag });
  }

  async #isThere(): Promise<boolean> {
    const { s3, client } = this.#open;
    const { bucket, key } = this.#target;
    const head = await client.send(new s3.HeadObjectCommand({ Bucket: bucket, Key: key })).catch(() => undefined);
    return head?.ContentLength === this.#bytes;
  }

  #upload() {
    return { Bucket: this.#target.bucket, Key: this.#target.key, UploadId: this.#id };
  }
}

function failureOf({ name }: Target, error: unknown): Error {
  return new Error(`The backup cannot be written to ${name}: ${reasonOf(error)}`, { cause: error });
}
