import type { Readable } from 'node:stream';
import { mostImported } from '../../../contract/tagging-import.ts';
import { badInput } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { statesOf } from '../trace/code-state.ts';
import { textId } from '../trace/imported-codes.ts';
import type { RuleBook } from '../trace/rule-book.ts';
import { type CodeLine, codeLines } from './code-import-lines.ts';

export interface Counts {
  read: number;
  accepted: number;
  repeated: number;
  known: number;
  refused: number;
  firstText: string | null;
  lastText: string | null;
}

export interface Reading {
  readonly services: Services;
  readonly rules: RuleBook;
  readonly importId: number;
  readonly firstId: number;
  readonly file: Readable;
  /** Told after every batch. */
  readonly progress: (counts: Counts) => Promise<void>;
}

/** Lines that are looked up and written together: few enough that scans hardly wait for their reading. */
const batch = 2000;
/** Batches between two notes of the progress. */
const notedEvery = 10;
const mostProblems = 1000;

type Reason = 'code_length' | 'code_characters' | 'code_repeated' | 'code_imported' | 'code_issued';

/**
 * Reads a file of codes into `imported_code`, batch after batch: memory does not grow with the file. Accepted codes get
 * one counter after the other. Until an order covers them, they stand for nothing.
 */
export async function readCodes(reading: Reading): Promise<Counts> {
  const counts: Counts = { read: 0, accepted: 0, repeated: 0, known: 0, refused: 0, firstText: null, lastText: null };
  const problems = new Problems(reading);
  let lines: CodeLine[] = [];
  let batches = 0;
  const flush = async () => {
    await takeBatch(reading, counts, problems, lines);
    lines = [];
    await problems.write();
    if (batches++ % notedEvery === 0) await reading.progress(counts);
  };
  for await (const line of codeLines(reading.file)) {
    if (counts.read + lines.length >= mostImported) {
      throw badInput({ path: 'file', reason: 'too_many', params: { limit: mostImported } });
    }
    lines.push(line);
    if (lines.length === batch) await flush();
  }
  await flush();
  await reading.progress(counts);
  if (counts.read === 0) throw badInput({ path: 'file', reason: 'empty_table' });
  return counts;
}

async function takeBatch(
  { services, rules, firstId }: Reading,
  counts: Counts,
  problems: Problems,
  lines: readonly CodeLine[],
): Promise<void> {
  const { sql } = services.system;
  counts.read += lines.length;
  const fresh = new Map<string, CodeLine>();
  for (const line of lines) {
    const reason = reasonAgainst(line.text) ?? (fresh.has(line.text) ? 'code_repeated' : undefined);
    if (reason === undefined) fresh.set(line.text, line);
    else {
      counts[reason === 'code_repeated' ? 'repeated' : 'refused'] += 1;
      problems.add(line, reason);
    }
  }
  for (const [text, reason] of await takenAlready(sql, rules, [...fresh.keys()], firstId)) {
    counts[reason === 'code_repeated' ? 'repeated' : 'known'] += 1;
    problems.add(fresh.get(text) as CodeLine, reason);
    fresh.delete(text);
  }
  const texts = [...fresh.keys()];
  if (texts.length === 0) return;
  const ids = texts.map((_, n) => firstId + counts.accepted + n);
  await sql`
    insert into imported_code (text_id, text, code_id)
    select * from unnest(${texts.map(textId)}::bigint[], ${texts}::text[], ${ids}::bigint[])`;
  counts.accepted += texts.length;
  counts.firstText ??= texts[0] as string;
  counts.lastText = texts.at(-1) as string;
}

/** Long enough not to be hit by chance; printable, so that it can be shown and scanned. */
function reasonAgainst(text: string): Reason | undefined {
  if (text.length < 6 || text.length > 256) return 'code_length';
  return /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\uFFFD]/u.test(text) ? 'code_characters' : undefined;
}

/** Texts that are in the system: earlier in this file, from another import, or issued here. */
async function takenAlready(
  sql: Services['system']['sql'],
  rules: RuleBook,
  texts: readonly string[],
  firstId: number,
): Promise<Map<string, Reason>> {
  const taken = new Map<string, Reason>();
  if (texts.length === 0) return taken;
  const rows = await sql<{ text: string; code_id: number }[]>`
    select i.text, i.code_id
    from unnest(${texts.map(textId)}::bigint[], ${texts as string[]}::text[]) as t (text_id, text)
    join imported_code i on i.text_id = t.text_id and i.text = t.text`;
  for (const { text, code_id } of rows) taken.set(text, code_id >= firstId ? 'code_repeated' : 'code_imported');
  const recognised = rules.recogniseMany(texts);
  const states = await statesOf(
    sql,
    recognised.flatMap((code) => (code ? [code.id] : [])),
  );
  recognised.forEach((code, index) => {
    if (code && states.has(code.id)) taken.set(texts[index] as string, 'code_issued');
  });
  return taken;
}

/** The first lines that were not accepted, as the report shows them. */
class Problems {
  readonly #reading: Reading;
  #kept = 0;
  #pending: { line: number; content: string; reason: Reason }[] = [];

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  add({ line, text }: CodeLine, reason: Reason): void {
    if (this.#kept >= mostProblems) return;
    this.#kept += 1;
    this.#pending.push({ line, content: text.slice(0, 200).replaceAll('\0', '\ufffd'), reason });
  }

  async write(): Promise<void> {
    const rows = this.#pending;
    this.#pending = [];
    if (rows.length === 0) return;
    const { services, importId } = this.#reading;
    await services.system.sql`
      insert into code_import_problem (import_id, line, content, reason)
      select ${importId}, * from unnest(
        ${rows.map(({ line }) => line)}::bigint[], ${rows.map(({ content }) => content)}::text[],
        ${rows.map(({ reason }) => reason)}::text[]
      )`;
  }
}
