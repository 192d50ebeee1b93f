import { hash } from 'node:crypto';
import { codesIn } from '@suyuan/codes/carrier/read-carrier.ts';
import type { Connection } from '#platform/database/database.ts';

/** A code that somebody else has made: no rule can decipher it, so it has a row, which is found by a hash of its text. */

export interface ImportedCode {
  readonly id: number;
  /** As printed. */
  readonly code: string;
  /** The GTIN, in 14 digits, that the text states beside the code. */
  readonly statedGtin: string | undefined;
}

/** The key of a text: a 48-bit hash, negative unlike code ids, and evenly distributed over the shards of a cluster. */
export function textId(text: string): number {
  return -(hash('sha256', text, 'buffer').readUIntBE(0, 6) + 1);
}

/** The texts that a scanned one may have been imported as, most likely first. They may have any character, unlike codes of rules. */
function textsFor(text: string): string[] {
  const { codes, reading } = codesIn(text);
  return [...new Set([text.trim(), ...(reading?.named ?? []), ...(reading?.plain ?? []), ...codes])];
}

/** The imported codes that texts stand for, by the index of the text; one query. */
export async function importedCodes(sql: Connection, inputs: readonly string[]): Promise<Map<number, ImportedCode>> {
  const candidates = inputs.flatMap((text, index) =>
    textsFor(text).map((candidate, rank) => ({ index, rank, candidate })),
  );
  const texts = [...new Set(candidates.map(({ candidate }) => candidate))].filter((text) => !text.includes('\0'));
  const rows = await sql<{ text: string; code_id: number }[]>`
    select i.text, i.code_id from imported_code i
    where i.text_id = any(${texts.map(textId)}::bigint[]) and i.text = any(${texts}::text[])`;
  const ids = new Map(rows.map((row) => [row.text, row.code_id]));
  const codes = new Map<number, ImportedCode & { rank: number }>();
  for (const { index, rank, candidate } of candidates) {
    const id = ids.get(candidate);
    if (id === undefined || (codes.get(index)?.rank ?? Number.POSITIVE_INFINITY) <= rank) continue;
    codes.set(index, { id, code: candidate, rank, statedGtin: gtinBeside(inputs[index] as string, candidate) });
  }
  return codes;
}

const gtinBeside = (text: string, code: string): string | undefined => codesIn(text).reading?.gtinBeside(code);

/** The texts of imported codes by their ids. */
export async function textsOf(sql: Connection, codeIds: readonly number[]): Promise<Map<number, string>> {
  if (codeIds.length === 0) return new Map();
  const rows = await sql<{ text: string; code_id: number }[]>`
    select text, code_id from imported_code where code_id = any(${codeIds as number[]}::bigint[])`;
  return new Map(rows.map((row) => [row.code_id, row.text]));
}

/**
 * A text that is not a code, as it is stored and found again. PostgreSQL cannot store NUL: one in a URL must not fail the other
 * scans of its group.
 */
export const keptText = (text: string): string => text.trim().slice(0, 200).replaceAll('\0', '\ufffd');
