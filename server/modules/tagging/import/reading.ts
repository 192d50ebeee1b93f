import { codeCandidates } from '@suyuan/codes/carrier/read-carrier.ts';
import { Shapes } from '@suyuan/codes/format/shape.ts';
import { maxImported } from '@suyuan/contract/tagging/code-import.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { JobEnd, JobUnderWay } from '#platform/jobs/define-job.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { type CodeLine, codeLines, Sifting } from './sifting.ts';
import { type Figures, Tally, writeBatch } from './writing.ts';

interface Reading {
  readonly services: Services;
  readonly rules: RuleBook;
  readonly importId: number;
  readonly firstId: number;
  readonly job: JobUnderWay;
}

/** What was read: the shapes of the codes, and how many lines were accepted and not. */
interface ReadFile extends Omit<JobEnd, 'result'> {
  readonly shapes: Shapes;
}

/** The number of lines looked up and written together, few enough not to delay scans. */
const batch = 1000;

/**
 * Reads a file of codes into `imported_code` in batches, with memory that does not grow with the file. Accepted codes get
 * consecutive counters. They cannot be looked up until an order covers them. Each batch is a step of the job, and a resumed run
 * continues with the next one.
 */
export async function readCodes({ services, rules, importId, firstId, job }: Reading): Promise<ReadFile> {
  const { sql } = services.system.ownWork;
  const tally = new Tally(job.cursor as Figures | undefined);
  const shapes = await shapesOf(services, firstId, tally.accepted);
  const writer = new Writer({ services, importId, firstId, job, tally, shapes });
  let before: Sifting | undefined;
  for await (const lines of batchesOf(codeLines(job.original(), maxImported), tally.read)) {
    const next = new Sifting(sql, rules, firstId, lines);
    // While one batch is looked up, the one before it is written and the one after it is read.
    if (before) await writer.take(before);
    before = next;
  }
  if (before) await writer.take(before);
  return { shapes: await writer.end(), accepted: tally.accepted, refused: tally.read - tally.accepted };
}

/** Divides lines into batches, without those that an earlier run has read. */
async function* batchesOf(pieces: AsyncIterable<CodeLine[]>, before: number): AsyncGenerator<CodeLine[]> {
  const buffer: CodeLine[] = [];
  let count = 0;
  for await (const lines of pieces) {
    buffer.push(...lines.slice(Math.max(0, before - count)));
    count += lines.length;
    while (buffer.length >= batch) yield buffer.splice(0, batch);
  }
  if (buffer.length > 0) yield buffer;
}

/** The number of codes read together. */
const lookedAt = 10_000;

/** The shapes of the codes that earlier runs accepted. */
async function shapesOf({ system }: Services, firstId: number, count: number): Promise<Shapes> {
  const { sql } = system.ownWork;
  const shapes = new Shapes();
  for (let from = 0; from < count; from += lookedAt) {
    const to = Math.min(from + lookedAt, count);
    const rows = await sql<{ text: string }[]>`
      select text from imported_code where code_id >= ${firstId + from} and code_id < ${firstId + to}`;
    for (const { text } of rows) for (const code of codeCandidates(text)) shapes.add(code);
  }
  return shapes;
}

interface Written {
  readonly services: Services;
  readonly importId: number;
  readonly firstId: number;
  readonly job: JobUnderWay;
  readonly tally: Tally;
  readonly shapes: Shapes;
}

/** Writes batches sequentially. */
class Writer {
  readonly #services: Services;
  readonly #importId: number;
  readonly #firstId: number;
  readonly #job: JobUnderWay;
  readonly #tally: Tally;
  readonly #shapes: Shapes;
  #writing: Promise<void> = Promise.resolve();
  /** The texts of the last two batches, which were written after the look-up of the next batch began. */
  #unseen: readonly ReadonlySet<string>[] = [];
  #analysed = batch;

  constructor({ services, importId, firstId, job, tally, shapes }: Written) {
    this.#services = services;
    this.#importId = importId;
    this.#firstId = firstId;
    this.#job = job;
    this.#tally = tally;
    this.#shapes = shapes;
  }

  async take(sifting: Sifting): Promise<void> {
    const tally = this.#tally;
    if (tally.read + sifting.size > maxImported) {
      throw badInput({ path: 'file', reason: 'too_many', params: { limit: maxImported } });
    }
    this.#job.progress({ done: tally.read });
    const sifted = await sifting.end(this.#unseen);
    await this.#writing;
    const firstId = this.#firstId + tally.accepted;
    const reported = tally.add(sifting.size, sifted);
    const { fresh } = sifted;
    this.#unseen = [...this.#unseen.slice(-1), new Set(fresh.map(({ text }) => text))];
    for (const { read } of fresh) for (const code of read.codes) this.#shapes.add(code);
    this.#writing = writeBatch(this.#services.system.ownWork.sql, this.#importId, this.#job, {
      firstId,
      sifted,
      reported,
      tally: tally.figures(),
    });
    // Awaited with the next batch; until then a failure must not be an unhandled rejection.
    this.#writing.catch(() => {});
    await this.#analyse();
  }

  /** Look-ups, also those of scans, were planned for a small table, and would scan all of it without new statistics. */
  async #analyse(): Promise<void> {
    const { accepted } = this.#tally;
    if (accepted < 10 * this.#analysed) return;
    this.#analysed = accepted;
    await this.#writing;
    await this.#services.system.ownWork.sql`analyze imported_code`;
  }

  async end(): Promise<Shapes> {
    await this.#writing;
    if (this.#tally.read === 0) throw badInput({ path: 'file', reason: 'empty_table' });
    return this.#shapes;
  }
}
