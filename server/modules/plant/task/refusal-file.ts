import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { maxPacked, maxPackingColumns } from '@suyuan/contract/plant/task.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { FileRow } from '#platform/files/file-limits.ts';
import { openSource, rowsOf } from '#platform/imports/job-source.ts';
import { type Locale, listText } from '#platform/language.ts';
import { csvBytes } from '#platform/lists/export.ts';
import type { Services } from '#platform/services.ts';
import { refusalText } from '#trace/refusal-text.ts';

interface RefusedLine {
  readonly line: number;
  readonly code?: string;
  readonly content?: string;
  /** For imports: the cells of the line, and its problems as sentences. */
  readonly cells?: readonly string[];
  readonly problems?: readonly { readonly message: string }[];
  readonly reason?: RefusalReason;
  readonly conflict?: string | null;
}

interface JobWithFile {
  readonly id: string;
  readonly kind: string;
  readonly input: object;
  /** How many lines were refused. */
  readonly refused: number;
}

/** What speaks against a line: its codes, and the reasons in words. */
interface Why {
  readonly codes: string[];
  readonly reasons: string[];
}

/** More refused lines are told without the other cells of the file: they would not fit in memory. */
const maxWithCells = 300_000;

/**
 * The refused lines of a job's file as CSV, in the caller's language: with all cells of the file as it was sent, and behind them
 * the line, the code and the reason. What is corrected in it can be sent again, as its columns are those of the file.
 */
export async function* refusalFile(
  services: Services,
  job: JobWithFile,
  locale: Locale,
): AsyncGenerator<Uint8Array, void> {
  const { jobs, spool } = services;
  const refusals = jobs.file(job.id, 'refusals');
  const reasonTitles = ['line', 'refused_code', 'reason'].map((column) => titleOf(column, locale));
  if (job.refused > maxWithCells || jobs.titlesOf(job, [], locale.language) === undefined) {
    yield* csvBytes(reasonTitles, refusedCells(refusals, locale));
    return;
  }
  const why = await reasonsByLine(refusals, locale);
  const original = { original: () => jobs.file(job.id, 'original'), signal: new AbortController().signal };
  const { source, discard } = await openSource(spool, original);
  const rows = rowsIn(rowsOf(source, { lines: maxPacked, columns: maxPackingColumns }));
  try {
    const { value: first } = await rows.next();
    const titles = jobs.titlesOf(job, first?.cells ?? [], locale.language) ?? [];
    yield* csvBytes([...titles, ...reasonTitles], withCells(first, rows, titles.length, why));
  } finally {
    await rows.return(undefined);
    await discard();
  }
}

const titleOf = (column: string, { language }: Locale): string =>
  listText(language, 'taskmanagement', column) ?? column;

async function* rowsIn(batches: AsyncIterable<readonly FileRow[]>): AsyncGenerator<FileRow, undefined> {
  for await (const rows of batches) yield* rows;
  return undefined;
}

async function* withCells(
  first: FileRow | undefined,
  rest: AsyncIterable<FileRow>,
  width: number,
  why: ReadonlyMap<number, Why>,
) {
  for await (const { line, cells } of joined(first, rest)) {
    const refusal = why.get(line);
    if (!refusal) continue;
    const { codes, reasons } = refusal;
    const own = Array.from({ length: width }, (_, at) => cells[at] ?? '');
    yield [...own, line, [...new Set(codes)].join(' '), [...new Set(reasons)].join(' ')];
  }
}

async function* joined<One>(first: One | undefined, rest: AsyncIterable<One>): AsyncGenerator<One> {
  if (first !== undefined) yield first;
  yield* rest;
}

async function reasonsByLine(pieces: AsyncIterable<Uint8Array>, locale: Locale): Promise<Map<number, Why>> {
  const why = new Map<number, Why>();
  for await (const refusal of linesOf(pieces)) {
    const { codes, reasons } = why.getOrInsertComputed(refusal.line, () => ({ codes: [], reasons: [] }));
    codes.push(codeOf(refusal));
    reasons.push(reasonOf(refusal, locale));
  }
  return why;
}

async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<RefusedLine> {
  for await (const text of createInterface({ input: Readable.from(pieces) })) yield JSON.parse(text) as RefusedLine;
}

/** They were kept as they were refused, package by package; up to so many at a time are told in the order of the file. */
const maxInOrder = 20_000;

async function* inOrder(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<RefusedLine> {
  let lines: RefusedLine[] = [];
  for await (const line of linesOf(pieces)) {
    if (lines.push(line) < maxInOrder) continue;
    yield* lines.toSorted(byLine);
    lines = [];
  }
  yield* lines.toSorted(byLine);
}

const byLine = (one: RefusedLine, other: RefusedLine): number => one.line - other.line;

async function* refusedCells(pieces: AsyncIterable<Uint8Array>, locale: Locale) {
  for await (const refusal of inOrder(pieces)) yield [refusal.line, codeOf(refusal), reasonOf(refusal, locale)];
}

const codeOf = ({ code, content, cells = [] }: RefusedLine): string => code ?? content ?? cells.join(', ');

const reasonOf = ({ reason, conflict, problems = [] }: RefusedLine, locale: Locale): string =>
  reason ? refusalText(locale, { reason, conflict }) : problems.map(({ message }) => message).join('; ');
