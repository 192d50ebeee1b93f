import type { CodeForm } from '@suyuan/contract/tagging/code-import.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import type { JobUnderWay } from '#platform/jobs/define-job.ts';
import { conflict } from '#platform/refusal.ts';
import { counterOf, type Problem, type Sifted } from './sifting.ts';

const maxProblems = 1000;

/** The figures of what was read so far; the cursor of the job. */
export interface Figures {
  readonly read: number;
  readonly accepted: number;
  readonly repeated: number;
  readonly known: number;
  readonly refused: number;
  readonly reportedProblems: number;
  readonly firstText: string | null;
  readonly lastText: string | null;
  readonly forms: readonly CodeForm[];
}

export class Tally implements Figures {
  read = 0;
  accepted = 0;
  repeated = 0;
  known = 0;
  refused = 0;
  reportedProblems = 0;
  firstText: string | null = null;
  lastText: string | null = null;
  forms: readonly CodeForm[] = [];

  /** Continues from the figures of an earlier run. */
  constructor(before: Figures | undefined) {
    Object.assign(this, before);
  }

  figures(): Figures {
    return { ...this };
  }

  /** Adds a batch, and returns the problems that still fit into the report. */
  add(count: number, { fresh, problems }: Sifted): readonly Problem[] {
    this.read += count;
    this.accepted += fresh.length;
    this.firstText ??= fresh[0]?.text ?? null;
    this.lastText = fresh.at(-1)?.text ?? this.lastText;
    const texts = fresh.map(({ text }) => text);
    this.forms = withForms(this.forms, texts);
    for (const { reason } of problems) this[counterOf[reason]] += 1;
    const firstProblems = problems.slice(0, maxProblems - this.reportedProblems);
    this.reportedProblems += firstProblems.length;
    return firstProblems;
  }
}

export interface Batch {
  /** The code id of the first new code. */
  readonly firstId: number;
  readonly sifted: Sifted;
  /** The problems that are listed in the report. */
  readonly reported: readonly Problem[];
  readonly tally: Figures;
}

/** The stored part of a refused line. */
const contentOf = ({ line }: Problem): string => line.text.slice(0, 200).replaceAll('\0', '\ufffd');

/**
 * Writes a batch with the figures after it, as a step of the job. It is committed asynchronously: if the database crashes, the
 * last batches are lost together with their figures, so the job repeats them.
 */
export async function writeBatch(
  sql: Sql,
  importId: number,
  job: JobUnderWay,
  { firstId, sifted: { fresh, problems }, reported, tally }: Batch,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const step = { done: tally.read, accepted: tally.accepted, refused: tally.read - tally.accepted };
    const refusals = problems.map((one) => ({ line: one.line.line, content: contentOf(one), reason: one.reason }));
    // Sent together (pipelined), since none depends on the result of another.
    const [, mine] = await Promise.all([
      transaction`set local synchronous_commit = off`,
      transaction`
        update code_import set read_lines = ${tally.read}, accepted = ${tally.accepted}, repeated = ${tally.repeated},
          known = ${tally.known}, refused = ${tally.refused}, first_text = ${tally.firstText},
          last_text = ${tally.lastText}, forms = ${JSON.stringify(tally.forms)}::text::jsonb, updated_at = now()
        where id = ${importId} and state = 'reading'`,
      job.step(transaction, tally, step),
      job.refuse(transaction, tally.read, refusals),
      reported.length > 0 &&
        insertRows(transaction, 'code_import_problem', reported, {
          import_id: ['bigint', () => importId],
          line: ['bigint', ({ line }) => line.line],
          content: ['text', contentOf],
          reason: ['text', ({ reason }) => reason],
        }),
      // Not by COPY: the client holds back its end until the beginning is acknowledged, which costs 40 ms per batch.
      fresh.length > 0 &&
        insertRows(transaction, 'imported_code', fresh, {
          text_id: ['bigint', ({ textId }) => textId],
          text: ['text', ({ text }) => text],
          code_id: ['bigint', (_, index) => firstId + index],
        }),
    ]);
    if (mine.count === 0) throw conflict('import_settled');
  });
}

/** The form of a code: what it is written with, and how long it is. */
function formOf(text: string): Omit<CodeForm, 'count'> {
  if (/^https?:/i.test(text)) return { kind: 'address', length: null };
  const { length } = text;
  if (/^\d+$/.test(text)) return { kind: 'digits', length };
  return { kind: /^[0-9A-Za-z]+$/.test(text) ? 'alphanumeric' : 'other', length };
}

/** How many forms are reportedProblems; the others are one. */
const most = 12;

/** Adds texts to what was counted of each form, the most frequent first. */
function withForms(before: readonly CodeForm[], texts: readonly string[]): CodeForm[] {
  const counts = new Map(before.map((form) => [`${form.kind} ${form.length}`, form]));
  for (const text of texts) {
    const form = formOf(text);
    const key = `${form.kind} ${form.length}`;
    // Of a file of all lengths only so many are reportedProblems apart.
    const formKey = counts.has(key) || counts.size < most ? key : 'other null';
    const now = counts.get(formKey);
    counts.set(formKey, now ? { ...now, count: now.count + 1 } : { ...(formKey === key ? form : others), count: 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

const others = { kind: 'other', length: null } as const;
