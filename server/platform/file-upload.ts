import type { FastifyRequest } from 'fastify';
import { badInput } from './refusal.ts';

/** The one file of a multipart form, in memory; its size was limited when the form was read. */
export async function fileOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw badInput({ path: 'file', reason: 'required' });
  const file = await request.file();
  if (!file) throw badInput({ path: 'file', reason: 'required' });
  return file.toBuffer();
}
