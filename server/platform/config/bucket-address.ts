/** A bucket of an S3-compatible store, configured as one URL: `https://key:secret@host/bucket?region=cn-north-1`. */
export interface Bucket {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

/** Parses the URL of a bucket; undefined if it is malformed or lacks the bucket, key or secret. */
export function bucketOf(address: string): Bucket | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1];
  const [key, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  if (!bucket || !key || !secret) return undefined;
  return { endpoint: url.origin, bucket, region: url.searchParams.get('region') ?? 'us-east-1', key, secret };
}
