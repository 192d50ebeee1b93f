import type { Services } from '#platform/services.ts';
import { readTexts } from '../reading/read-texts.ts';
import type { Reading } from './code-lookup.ts';

/** The longest text that lists keep of what is no code. */
const longestText = 256;

/** The filter of a list by the code in its rows: the code that a scanned or typed text is read as, or the text itself. */
export async function codeOfRows(
  { system }: Pick<Services, 'system'>,
  { rules }: Pick<Reading, 'rules'>,
  { code }: { readonly code?: string | undefined },
): Promise<{ readonly code?: string }> {
  const { sql } = system.codes;
  if (!code?.trim()) return {};
  const [read] = await readTexts({ sql, rules, tellsMisread: false }, [code]);
  return { code: read?.code && !read.refused ? read.code.code : code.trim().slice(0, longestText) };
}
