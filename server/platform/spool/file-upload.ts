import { buffer } from 'node:stream/consumers';
import type { Multipart } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import { type Caller, hasLeft, overSignal } from '../caller.ts';
import { badInput, callerLeft, fileTooLarge, Refusal } from '../refusal.ts';
import type { Spool, SpooledFile } from './spool.ts';

/** What a handler of a call with an upload gets besides its input. */
export interface Uploaded {
  readonly file: UploadedFile;
}

/** The file of a multipart form, received completely. */
export interface UploadedFile extends Pick<SpooledFile, 'path' | 'read'> {
  readonly name: string;
  /** Reads the whole file into memory. */
  bytes(): Promise<Buffer>;
}

/** The fields of a form besides its file, by name; repeated fields as a list. */
export type FormFields = Readonly<Record<string, unknown>>;

interface Received {
  readonly name: string;
  readonly spooled: SpooledFile;
  readonly fields: FormFields;
}

/**
 * Receives the whole file into the spool before `work` runs: a slow sender holds no transaction, no slot and no memory.
 */
export async function withUpload<Result>(
  caller: Pick<Caller, 'request' | 'reply'>,
  spool: Spool,
  largest: number | undefined,
  work: (form: Uploaded & { readonly fields: FormFields }) => Promise<Result>,
): Promise<Result> {
  const { request } = caller;
  const { name, spooled, fields } = await receive(caller, spool, largest).catch((error) => {
    // The rest of a refused request is read and discarded, so that the connection can be reused.
    request.raw.unpipe().resume();
    throw error;
  });
  try {
    return await work({
      fields,
      file: { name, path: spooled.path, read: () => spooled.read(), bytes: () => buffer(spooled.read()) },
    });
  } finally {
    await spooled.discard();
  }
}

async function receive(
  { request, reply }: Pick<Caller, 'request' | 'reply'>,
  spool: Spool,
  largest: number | undefined,
): Promise<Received> {
  // The form of a closed connection would never end.
  if (hasLeft(reply)) throw callerLeft();
  let file: Omit<Received, 'fields'> | undefined;
  let fields: FormFields = {};
  try {
    for await (const part of partsOf(request, largest)) {
      // Fields may come before or after the file.
      if (part.type === 'field') {
        fields = withField(fields, part);
        continue;
      }
      const spooled = await spool.fill(part.file, { unwanted: overSignal(reply), tooLarge: fileTooLarge });
      file = { name: part.filename, spooled };
      // Truncated at the limit.
      if (part.file.truncated) throw fileTooLarge(Math.round(part.file.bytesRead / 2 ** 20));
    }
    if (file) return { ...file, fields };
    throw badInput({ path: 'file', reason: 'required' });
  } catch (error) {
    await file?.spooled.discard();
    // Errors of limits have a status; an error without one means a malformed form.
    const isDisk = /^(open|write)$/.test((error as NodeJS.ErrnoException).syscall ?? '');
    if (isDisk || error instanceof Refusal || (error as FastifyError).statusCode !== undefined) throw error;
    throw badInput({ path: 'file', reason: 'malformed' });
  }
}

function partsOf(request: FastifyRequest, largest: number | undefined): AsyncIterable<Multipart> {
  if (!request.isMultipart()) throw badInput({ path: 'file', reason: 'required' });
  const limits = largest === undefined ? {} : { limits: { fileSize: largest } };
  return request.parts(limits);
}

function withField(fields: FormFields, part: Multipart & { type: 'field' }): FormFields {
  const { fieldname: name, value } = part;
  if (part.fieldnameTruncated || part.valueTruncated) throw badInput({ path: name.slice(0, 64), reason: 'malformed' });
  const before = fields[name];
  return { ...fields, [name]: before === undefined ? value : [before, value].flat() };
}
