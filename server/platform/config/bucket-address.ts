/** Where a bucket is and who may use it, as one address: `https://key:secret@host/bucket?region=cn-north-1`. */
export interface Bucket {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

/** Undefined where it is not all there. */
export function bucketOf(address: string): Bucket | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1];
  const [key, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  if (!bucket || !key || !secret) return undefined;
  return { endpoint: url.origin, bucket, region: url.searchParams.get('region') ?? 'us-east-1', key, secret };
}
