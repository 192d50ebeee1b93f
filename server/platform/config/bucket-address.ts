/** Where a bucket of an S3-compatible store is. */
export interface BucketAddress {
  /** The URL that it was configured by. */
  readonly url: string;
  /** That of the store; undefined for that of Amazon in the region. */
  readonly endpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  /** Whether the bucket is in the path of URLs; else it is in their host name. */
  readonly isPathStyle: boolean;
  /** What the names of all objects begin with: nothing, or folders that end with a slash. */
  readonly prefix: string;
}

/** A bucket with the key to it. */
export interface Bucket extends BucketAddress {
  readonly key: string;
  readonly secret: string;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Parses the URL of a bucket with its key, `https://key:secret@host/bucket?region=cn-north-1`; undefined if anything is wrong. */
export function bucketOf(text: string): Bucket | undefined {
  const url = URL.parse(text);
  if (!url || url.protocol === 's3:') return undefined;
  const [key, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  const address = bucketAddressOf(url.href);
  return address && address.prefix === '' && key && secret ? { ...address, key, secret } : undefined;
}

/**
 * Parses the URL of a bucket without a key; undefined if anything is wrong.
 *
 * - `s3://bucket/prefix?region=cn-north-1`: the bucket is in the host name, at Amazon or at the `endpoint`.
 * - `https://host/bucket/prefix`: the bucket is in the path.
 *
 * `style=path` and `style=host` say otherwise.
 */
export function bucketAddressOf(text: string): BucketAddress | undefined {
  const url = URL.parse(text);
  if (!url || !/^(s3|https?):$/.test(url.protocol) || url.username || url.password || url.hash) return undefined;
  const { region = 'us-east-1', style, endpoint, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || ![undefined, 'path', 'host'].includes(style)) return undefined;
  const isS3 = url.protocol === 's3:';
  if (endpoint !== undefined && !(isS3 && isEndpoint(endpoint))) return undefined;
  const segments = decodeURIComponent(url.pathname).split('/').filter(Boolean);
  const bucket = isS3 ? url.host : (segments.shift() ?? '');
  if (!bucketName.test(bucket) || !/^[\w-]+$/.test(region)) return undefined;
  return {
    url: text,
    endpoint: isS3 ? endpoint : url.origin,
    bucket,
    region,
    isPathStyle: style === undefined ? !isS3 : style === 'path',
    prefix: segments.map((segment) => `${segment}/`).join(''),
  };
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '');
}
