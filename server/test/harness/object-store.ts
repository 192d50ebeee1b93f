import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signatureOf } from './request-signature.ts';

// An S3-compatible store that refuses what is not signed, and can be as slow, busy and cut off as a real one.

export interface TestObjectStore {
  /** As `SUYUAN_BACKUP_BUCKET` takes it, without prefix. */
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** The keys of uploads that were neither completed nor aborted, by their ids. */
  readonly uploads: Map<string, Upload>;
  /** Methods and what they were about, in order. */
  readonly calls: string[];
  /** Decides about each call before it is carried out. */
  disturbance: (call: string) => Disturbance | undefined;
  stop(): Promise<void>;
}

/** `cut` ends the connection before the call is carried out, `lost` after it; `held` never answers. */
type Disturbance = 'busy' | 'forbidden' | 'cut' | 'lost' | 'held';

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

export const accessKey = { SUYUAN_BACKUP_ACCESS_KEY: 'AKIDEXAMPLE', SUYUAN_BACKUP_SECRET_KEY: 'a/secret+of=tests' };
const bucket = 'backups';
/** So small that a test meets several pages. */
const pageSize = 2;

class StoreError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Listens on a free port, with one empty bucket. */
export async function testObjectStore(): Promise<TestObjectStore> {
  const server = createServer((request, response) => {
    answer(store, request, response).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      const body = `<Error><Code>${error.code}</Code><Message>${error.code} of the store</Message></Error>`;
      response.writeHead(error.status, { 'Content-Type': 'application/xml' });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const store: TestObjectStore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}`,
    objects: new Map(),
    uploads: new Map(),
    calls: [],
    disturbance: () => undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return store;
}

interface Asked {
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly range: string | undefined;
}

async function answer(store: TestObjectStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://store');
  const { pathname, searchParams: query } = url;
  const body = await buffer(request);
  requireSignature(request, url, body);
  const key = decodeURIComponent(pathname).slice(`/${bucket}/`.length);
  if (!pathname.startsWith(`/${bucket}`)) throw new StoreError(404, 'NoSuchBucket');
  const call = callOf(request.method ?? '', key, query);
  store.calls.push(`${call} ${key}`.trim());
  const disturbance = store.disturbance(call);
  if (disturbance === 'cut') return void request.socket.destroy();
  if (disturbance === 'busy') throw new StoreError(503, 'SlowDown');
  if (disturbance === 'forbidden') throw new StoreError(403, 'AccessDenied');
  if (disturbance === 'held') return;
  const asked = { key, query, body, range: request.headers.range };
  const { status = 200, headers = {}, content = '' } = (calls[call] as Serve)(store, asked);
  if (disturbance === 'lost') return void request.socket.destroy();
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(content), ...headers });
  response.end(request.method === 'HEAD' ? undefined : content);
}

type Serve = (
  store: TestObjectStore,
  asked: Asked,
) => { status?: number; headers?: Record<string, string | number>; content?: string | Buffer };

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

function callOf(method: string, key: string, query: URLSearchParams): string {
  if (key === '') return query.has('uploads') ? 'ListMultipartUploads' : 'ListObjects';
  if (query.has('uploads')) return 'CreateMultipartUpload';
  const isUpload = query.has('uploadId');
  const names: Record<string, string> = isUpload
    ? { PUT: 'UploadPart', POST: 'CompleteMultipartUpload', DELETE: 'AbortMultipartUpload' }
    : { GET: 'GetObject', HEAD: 'HeadObject', DELETE: 'DeleteObject' };
  return names[method] ?? method;
}

const calls: Readonly<Record<string, Serve>> = {
  ListObjects({ objects }, { query }) {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted();
    const from = Number(query.get('continuation-token') ?? 0);
    const page = keys.slice(from, from + pageSize);
    const isTruncated = keys.length > from + pageSize;
    const next = isTruncated ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
    );
    return {
      content: `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    };
  },
  ListMultipartUploads({ uploads }, { query }) {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
    const from = Number(query.get('upload-id-marker') ?? 0);
    const isTruncated = found.length > from + pageSize;
    const next = isTruncated
      ? `<NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>${from + pageSize}</NextUploadIdMarker>`
      : '';
    const page = found
      .slice(from, from + pageSize)
      .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
    return {
      content: `<ListMultipartUploadsResult><IsTruncated>${isTruncated}</IsTruncated>${next}${page.join('')}</ListMultipartUploadsResult>`,
    };
  },
  CreateMultipartUpload({ uploads }, { key }) {
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map() });
    return {
      content: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  },
  UploadPart(store, { query, body }) {
    const upload = uploadOf(store, query);
    upload.parts.set(Number(query.get('partNumber')), body);
    return { headers: { ETag: etagOf(body) } };
  },
  CompleteMultipartUpload(store, { key, query, body }) {
    const { parts } = uploadOf(store, query);
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    );
    const etags = [...body.toString().matchAll(/<ETag>(.+?)<\/ETag>/g)].map(([, etag]) =>
      etag?.replaceAll('&quot;', '"'),
    );
    const pieces = numbers.map((number) => parts.get(number) ?? Buffer.alloc(0));
    const isInOrder = numbers.every((number, index) => number === index + 1);
    if (!isInOrder || pieces.some((piece, index) => etagOf(piece) !== etags[index]))
      throw new StoreError(400, 'InvalidPart');
    if (pieces.slice(0, -1).some((piece) => piece.length < 5 * 1024 * 1024))
      throw new StoreError(400, 'EntityTooSmall');
    store.objects.set(key, Buffer.concat(pieces));
    store.uploads.delete(query.get('uploadId') as string);
    return { content: '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>' };
  },
  AbortMultipartUpload(store, { query }) {
    uploadOf(store, query);
    store.uploads.delete(query.get('uploadId') as string);
    return { status: 204 };
  },
  GetObject(store, { key, range }) {
    const bytes = objectOf(store, key);
    const [, from = 0, to = bytes.length - 1] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    return {
      status: range ? 206 : 200,
      headers: { ETag: etagOf(bytes) },
      content: bytes.subarray(Number(from), Number(to) + 1),
    };
  },
  HeadObject(store, { key }) {
    const bytes = objectOf(store, key);
    return { headers: { ETag: etagOf(bytes), 'Content-Length': bytes.length } };
  },
  DeleteObject({ objects }, { key }) {
    objects.delete(key);
    return { status: 204 };
  },
};

function objectOf({ objects }: TestObjectStore, key: string): Buffer {
  const bytes = objects.get(key);
  if (!bytes) throw new StoreError(404, 'NoSuchKey');
  return bytes;
}

function uploadOf({ uploads }: TestObjectStore, query: URLSearchParams): Upload {
  const upload = uploads.get(query.get('uploadId') ?? '');
  if (!upload) throw new StoreError(404, 'NoSuchUpload');
  return upload;
}

function requireSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const { authorization = '' } = request.headers;
  const [, id, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+?), ?SignedHeaders=(\S+?), ?Signature=([\da-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (id !== accessKey.SUYUAN_BACKUP_ACCESS_KEY) throw new StoreError(403, 'InvalidAccessKeyId');
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) throw new StoreError(400, 'XAmzContentSHA256Mismatch');
  const expected = signatureOf(request, url, {
    secret: accessKey.SUYUAN_BACKUP_SECRET_KEY,
    scope: scope ?? '',
    signedHeaders: (names ?? '').split(';'),
  });
  if (signature !== expected) throw new StoreError(403, 'SignatureDoesNotMatch');
}
