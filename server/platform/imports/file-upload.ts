import type { FastifyError, FastifyRequest } from 'fastify';
import { badInput, Refusal, tooLarge } from '../refusal.ts';

/** The one file of a multipart form, in memory; its size was limited when the form was read. */
export async function fileOf(request: FastifyRequest): Promise<Buffer> {
  const file = request.isMultipart() ? await read(request) : undefined;
  if (!file) throw badInput({ path: 'file', reason: 'required' });
  return file;
}

async function read(request: FastifyRequest): Promise<Buffer | undefined> {
  try {
    const part = await request.file();
    const file = await part?.toBuffer();
    // The plugin does not see a limit that falls into the last piece it reads.
    if (part?.file.truncated) throw tooLarge();
    return file;
  } catch (error) {
    // Limits have a status of their own; what has none is a form without a boundary or without an end.
    if (error instanceof Refusal || (error as FastifyError).statusCode !== undefined) throw error;
    throw badInput({ path: 'file', reason: 'malformed' });
  }
}
