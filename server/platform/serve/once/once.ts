import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { idempotencyHeader } from '@suyuan/contract/access/system-key.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import type { FastifyRequest } from 'fastify';
import { badInput } from '../../refusal.ts';
import { fingerprintOf } from './fingerprint.ts';

/** What the key of a system asks for under an Idempotency-Key, to be carried out once. */
export interface Once {
  readonly accountId: number;
  readonly key: string;
  readonly call: string;
  /** What the key stands for: the input, with a hash of the file if there is one. */
  readonly fingerprint: Buffer;
  /** The call itself recognises what it has done under the key, by `batch_key`, so that it can be tried again after a crash. */
  readonly isRepeatable: boolean;
}

const longest = 128;
/** A string of structured header fields (RFC 9651), as the draft asks for; many clients send it without quotes. */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const bare = /^[\w.:=+/@~-]+$/;

/** The key in the header of a request; undefined without one. Throws 400 for one that cannot be read. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const header = headers[idempotencyHeader];
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const key = quoted.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? (bare.test(text) ? text : '');
  if (key === '') throw badInput({ path: headerName, reason: 'no_idempotency_key' });
  if (key.length > longest) throw badInput({ path: headerName, reason: 'too_long', params: { limit: longest } });
  return key;
}

export const headerName = 'Idempotency-Key';

/** What is asked for under a key. Gives a call that has a `batch_key` of its own that key, too. */
export async function onceUnder(
  key: string,
  accountId: number,
  call: Call,
  input: unknown,
  file?: { readonly read: () => Readable },
): Promise<Once> {
  const content = file ? { input, file: await hashOf(file.read()) } : { input };
  const fingerprint = fingerprintOf(content);
  const isRepeatable = 'batch_key' in ((call.input as { properties?: object }).properties ?? {});
  if (isRepeatable) {
    const given = input as { batch_key?: string };
    given.batch_key ??= `idempotency-${createHash('sha256').update(key).digest('hex')}`;
  }
  return { accountId, key, call: call.path, fingerprint, isRepeatable };
}

async function hashOf(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of file) hash.update(part);
  return hash.digest('hex');
}
