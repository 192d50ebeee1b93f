import type { S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '../config/bucket-address.ts';

export interface OpenBucket {
  readonly s3: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
}

/** Opens a bucket on first use: its client takes time to load, and few servers need it. A call that fails is tried so often. */
export function bucketClient(
  { endpoint, region, isPathStyle, key, secret }: Bucket,
  maxAttempts: number,
): () => Promise<OpenBucket> {
  let opened: Promise<OpenBucket> | undefined;
  const open = async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const client = new s3.S3Client({
      ...(endpoint === undefined ? {} : { endpoint }),
      region,
      credentials: { accessKeyId: key, secretAccessKey: secret },
      forcePathStyle: isPathStyle,
      // Stores other than Amazon's do not know the checksums that it adds by itself. The signature covers the SHA-256 of what is sent.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // By itself, it waits for ever for a store that does not answer.
      requestHandler: { connectionTimeout: 10_000, socketTimeout: 60_000 },
      maxAttempts,
    });
    return { s3, client };
  };
  return () => {
    opened ??= open();
    return opened;
  };
}
