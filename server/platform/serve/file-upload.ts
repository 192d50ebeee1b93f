import { buffer } from 'node:stream/consumers';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import { type Caller, hasLeft, overSignal } from '../caller.ts';
import { badInput, callerLeft, Refusal, tooLarge } from '../refusal.ts';
import type { Spool, SpooledFile } from './spool.ts';

/** What a call with an upload brings beside its input. */
export interface Uploaded {
  readonly file: UploadedFile;
}

/** The one file of a multipart form, received to its end. */
export interface UploadedFile extends Pick<SpooledFile, 'path' | 'read'> {
  readonly name: string;
  /** All of it in memory. */
  bytes(): Promise<Buffer>;
}

/**
 * Receives the file to its end, on disk, before anything is done with it: somebody who sends it slowly, or never ends,
 * holds no transaction, no turn and no memory.
 */
export async function withUpload<C extends Caller, Result>(
  caller: C,
  spool: Spool,
  largest: number | undefined,
  work: (caller: C & Uploaded) => Promise<Result>,
): Promise<Result> {
  const { request } = caller;
  const { name, spooled } = await receive(caller, spool, largest).catch((error) => {
    // What is left of a refused request is read past: the connection is used again.
    request.raw.unpipe().resume();
    throw error;
  });
  try {
    return await work({
      ...caller,
      file: { name, path: spooled.path, read: () => spooled.read(), bytes: () => buffer(spooled.read()) },
    });
  } finally {
    await spooled.discard();
  }
}

async function receive(
  { request, reply }: Caller,
  spool: Spool,
  largest: number | undefined,
): Promise<{ name: string; spooled: SpooledFile }> {
  // The form of a connection that is gone already would never end.
  if (hasLeft(reply)) throw callerLeft();
  try {
    const part = await partOf(request, largest);
    const spooled = await spool.fill(part.file, { unwanted: overSignal(reply), tooLarge: () => tooLarge() });
    if (!part.file.truncated) return { name: part.filename, spooled };
    await spooled.discard();
    throw tooLarge();
  } catch (error) {
    // Limits have a status of their own; what has none is a form without a boundary or without an end.
    const isDisk = /^(open|write)$/.test((error as NodeJS.ErrnoException).syscall ?? '');
    if (isDisk || error instanceof Refusal || (error as FastifyError).statusCode !== undefined) throw error;
    throw badInput({ path: 'file', reason: 'malformed' });
  }
}

async function partOf(request: FastifyRequest, largest: number | undefined): Promise<MultipartFile> {
  const limits = largest === undefined ? {} : { limits: { fileSize: largest } };
  const part = request.isMultipart() ? await request.file({ ...limits, throwFileSizeLimit: false }) : undefined;
  if (!part) throw badInput({ path: 'file', reason: 'required' });
  return part;
}
