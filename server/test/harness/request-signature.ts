import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface Signing {
  readonly secret: string;
  /** `date/region/s3/aws4_request`. */
  readonly scope: string;
  readonly signedHeaders: readonly string[];
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature that a request to S3 must have, as AWS describes it ("Signature Version 4"), apart from the client's own code. */
export function signatureOf(request: IncomingMessage, url: URL, { secret, scope, signedHeaders }: Signing): string {
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&');
  const headers = signedHeaders.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const path = url.pathname
    .split('/')
    .map((segment) => escaped(decodeURIComponent(segment)))
    .join('/');
  const canonical = [
    request.method,
    path,
    query,
    headers,
    signedHeaders.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const date = String(request.headers['x-amz-date']);
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>((derived, part) => hmac(derived, part), `AWS4${secret}`);
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, hash].join('\n')).toString('hex');
}
