import { type CodesIn, codesIn } from '@suyuan/codes/carrier/read-carrier.ts';
import { textId } from '#identity/imported-codes.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { readCodeRows } from '#platform/files/read-file.ts';
import { artefactIn, mayBeRounded } from '#platform/files/spreadsheet-artefacts.ts';
import { readCodes } from '#trace/state/code-records.ts';

/** The reasons why a line is not accepted, with the counter for each. */
export const counterOf = {
  code_length: 'refused',
  code_characters: 'refused',
  formula_in_cell: 'refused',
  shortened_number: 'refused',
  error_in_cell: 'refused',
  quoted_cell: 'refused',
  code_repeated: 'repeated',
  code_imported: 'known',
  code_issued: 'known',
  code_of_rule: 'refused',
} as const;
type Reason = keyof typeof counterOf;

/** A line that may be accepted, with the keys to look up its text. */
export interface Candidate extends CodeLine {
  readonly textId: number;
  /** The codes that the text may be recognised as when it is scanned. */
  readonly read: CodesIn;
}

export interface Problem {
  readonly line: CodeLine;
  readonly reason: Reason;
}

/** A batch of lines, divided into new codes and problems. */
export interface Sifted {
  readonly fresh: readonly Candidate[];
  readonly problems: readonly Problem[];
}

/** A batch of lines that is being looked up. */
export class Sifting {
  readonly size: number;
  readonly #lines: readonly CodeLine[];
  readonly #reasons = new Map<CodeLine, Reason>();
  readonly #candidates: Candidate[] = [];
  readonly #reasonsByText: Promise<ReadonlyMap<string, Reason>>;

  /** `firstId`: the first code id of this import. */
  constructor(sql: Sql, rules: RuleBook, firstId: number, lines: readonly CodeLine[]) {
    this.size = lines.length;
    this.#lines = lines;
    const texts = new Set<string>();
    const isRounded = areRounded(lines);
    for (const line of lines) {
      const { text } = line;
      const reason = reasonAgainst(text, isRounded) ?? (texts.has(text) ? 'code_repeated' : undefined);
      if (reason !== undefined) this.#reasons.set(line, reason);
      else this.#candidates.push({ ...line, textId: textId(text), read: codesIn(text) });
      texts.add(text);
    }
    this.#reasonsByText = takenAlready(sql, rules, this.#candidates, firstId);
    // Errors are reported when it is awaited, which may be later; until then they must not be unhandled rejections.
    this.#reasonsByText.catch(() => {});
  }

  /** Divides the lines. `unseen`: texts that were written since the look-up began. */
  async end(unseen: readonly ReadonlySet<string>[]): Promise<Sifted> {
    const reasons = await this.#reasonsByText;
    const takenAs = (text: string): Reason | undefined =>
      reasons.get(text) ?? (unseen.some((texts) => texts.has(text)) ? 'code_repeated' : undefined);
    const problems = this.#lines.flatMap((line) => {
      const reason = this.#reasons.get(line) ?? takenAs(line.text);
      return reason === undefined ? [] : [{ line, reason }];
    });
    return { fresh: this.#candidates.filter(({ text }) => takenAs(text) === undefined), problems };
  }
}

/** The reason against a text, if any. It must be too long to be guessed, and printable, so that it can be shown and scanned. */
function reasonAgainst(text: string, isRounded: boolean): Reason | undefined {
  const artefact = artefactIn(text);
  if (artefact) return artefact;
  if (isRounded && mayBeRounded(text)) return 'shortened_number';
  if (text.length < 6 || text.length > 256) return 'code_length';
  return /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\uFFFD]/u.test(text) ? 'code_characters' : undefined;
}

/**
 * Whether a spreadsheet has rounded the numbers of some lines: more than half of those with 16 digits and more end in zeros, of which
 * by chance it would be one in ten.
 */
function areRounded(lines: readonly CodeLine[]): boolean {
  const long = lines.filter(({ text }) => /^[1-9]\d{15,}$/.test(text));
  return long.length > 3 && long.filter(({ text }) => mayBeRounded(text)).length * 2 > long.length;
}

/** The texts that exist already: earlier in this file, in another import, or issued here. */
async function takenAlready(
  sql: Sql,
  rules: RuleBook,
  candidates: readonly Candidate[],
  firstId: number,
): Promise<Map<string, Reason>> {
  if (candidates.length === 0) return new Map();
  const texts = candidates.map(({ text }) => text);
  const recognisedCodes = rules.recogniseAmong(candidates.map(({ read }) => read));
  const [rows, codes] = await Promise.all([
    // Compared by text below, since texts rarely share a hash.
    sql<{ text: string; code_id: number }[]>`
      select text, code_id from unnest(${candidates.map((one) => one.textId)}::bigint[]) as t (text_id)
      join imported_code using (text_id)`,
    readCodes(
      sql,
      recognisedCodes.flatMap((code) => (code ? [code.id] : [])),
    ),
  ]);
  const reasons = new Map<string, Reason>();
  for (const { text, code_id } of rows) reasons.set(text, code_id >= firstId ? 'code_repeated' : 'code_imported');
  recognisedCodes.forEach((code, index) => {
    if (code) reasons.set(texts[index] as string, codes.get(code.id) ? 'code_issued' : 'code_of_rule');
  });
  return reasons;
}

export interface CodeLine {
  readonly line: number;
  readonly text: string;
}

/** Streams the first cell of each line of a TXT or CSV file in batches, without empty lines and the title. */
export async function* codeLines(file: AsyncIterable<Uint8Array>, maxLines: number): AsyncGenerator<CodeLine[]> {
  let isFirst = true;
  for await (const rows of readCodeRows(file, maxLines)) {
    const [first, ...others] = rows.map(({ line, cells: [text = ''] }): CodeLine => ({ line, text }));
    if (!first) continue;
    const isTitled = isFirst && first.line === 1 && isTitle(first.text, others);
    isFirst = false;
    yield isTitled ? others : [first, ...others];
  }
}

/**
 * Whether the first line is a title: one that files of codes have, as those exported here, or one without a digit whose length no
 * other line has. A code without any digit hardly stands alone.
 */
function isTitle(text: string, others: readonly CodeLine[]): boolean {
  if (/^(code|codes|serial|url|码|编码|二维码|防伪码|código|codigo|コード)$/i.test(text)) return true;
  if (/\p{N}/u.test(text)) return false;
  const isAlone = others.every((one) => one.text.length !== text.length);
  return isAlone && (others.length > 0 || /\s/.test(text.trim()));
}
