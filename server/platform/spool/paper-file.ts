import { createHash } from 'node:crypto';
import { badInput } from '../refusal.ts';
import type { UploadedFile } from './file-upload.ts';

/** The kinds of files that a paper may be, by their first bytes. */
const kinds = [
  { type: 'application/pdf', begins: Buffer.from('%PDF-') },
  { type: 'image/jpeg', begins: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'image/png', begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
];

/** A scanned or signed paper, as it is kept byte for byte beside its record. */
export interface PaperFile {
  readonly name: string;
  readonly media_type: string;
  readonly hash: string;
  readonly content: Buffer;
}

/** Reads an uploaded paper. Throws 400 if it is too large, or neither PDF nor JPEG nor PNG. */
export async function paperFrom(file: UploadedFile, largest: number): Promise<PaperFile> {
  const content = await file.bytes();
  if (content.length > largest) throw badInput({ path: 'file', reason: 'paper_too_large' });
  const type = kinds.find(({ begins }) => content.subarray(0, begins.length).equals(begins))?.type;
  if (!type) throw badInput({ path: 'file', reason: 'paper_kind' });
  const hash = createHash('sha256').update(content).digest('hex');
  return { name: file.name.slice(-128), media_type: type, hash, content };
}

/** How a kept paper is sent. */
export const sentAs = ({ name, media_type }: Pick<PaperFile, 'name' | 'media_type'>) => ({
  type: media_type,
  disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
});

/** The content of a kept paper, in one piece. */
export async function* inOnePiece(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
