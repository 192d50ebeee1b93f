import {
  GoodsColumns,
  type GoodsFileEvent,
  goodsFileEvents,
  handheldUpload,
  sameAtDesk,
  waybillUpload,
} from '@suyuan/contract/physical/goods-file.ts';
import Type from 'typebox';
import type { Principal } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { withSource } from '#platform/imports/job-source.ts';
import { defineJob, type JobEnd, type JobInput, type JobUnderWay } from '#platform/jobs/define-job.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { BatchSize } from '#trace/capture/event-series.ts';
import { requireSender } from '../waybill/require-waybill.ts';
import { documentOf, type FoundDocument } from './documents.ts';
import { codeColumnNamedBy, columnsNamedBy } from './goods-columns.ts';
import { type CapturedLines, GoodsEvents } from './goods-events.ts';
import { type GoodsLine, readGoodsLines } from './goods-lines.ts';

/** Performs an event on the codes of a file. One at a time per server. */
export const goodsFileJob = defineJob({
  name: 'goods-file',
  input: Type.Object({
    act: Type.Enum([...goodsFileEvents]),
    columns: Type.Optional(GoodsColumns),
    /** The waybill, if the whole file is for one. */
    waybill_id: Type.Optional(Type.Integer()),
    override_reason: Type.Optional(Type.String()),
  }),
  atOnce: { onEach: 1 },
});
type GoodsFile = JobInput<typeof goodsFileJob>;

/** In milliseconds; others wait for the capture lock meanwhile. */
const chunkTime = 40;
const chunk = { first: 2000, least: 500, most: 20_000 } as const;

/** How far the job has come. */
interface Cursor {
  readonly lines: number;
  readonly accepted: number;
  readonly refused: number;
  /** Codes that were unloaded and are not back in their package; jobs of earlier versions do not have it. */
  readonly notPutBack?: number;
  /** Accepted lines that were so already; jobs of earlier versions do not have it. */
  readonly known?: number;
}

export function serveGoodsFileJob(services: Services, shared: SharedServices): void {
  services.jobs.serve(goodsFileJob, {
    rights: ({ act: eventType, waybill_id }) =>
      waybill_id === undefined ? [handheldUpload, sameAtDesk[eventType]] : [waybillUpload],
    titles: ({ waybill_id, columns: choice }, first) => {
      const columns: GoodsColumns =
        choice ?? (waybill_id === undefined ? columnsNamedBy(first) : codeColumnNamedBy(first));
      if (columns.titled) return first;
      const width = Math.max(first.length, columns.code + 1);
      // Names that are recognised when the corrected file is sent.
      return Array.from({ length: width }, (_, at) =>
        at === columns.code ? 'code' : at === columns.document ? 'waybill_no' : `${at + 1}`,
      );
    },
    async run(input, job, person) {
      if (input.waybill_id !== undefined) await requireSender(person, input.waybill_id);
      job.progress({ phase: 'reading' });
      const layout = { ofOne: input.waybill_id !== undefined, columns: input.columns };
      const lines = await withSource(services.spool, job, (source) => readGoodsLines(source, layout));
      job.progress({ phase: 'writing', rows: lines.length });
      return new GoodsWork(services, shared, job, person, input).run(lines);
    },
  });
}

class GoodsWork {
  readonly #services: Services;
  readonly #shared: SharedServices;
  readonly #job: JobUnderWay;
  readonly #event: GoodsFileEvent;
  readonly #events: GoodsEvents;
  readonly #document: (number: string) => Promise<FoundDocument>;

  constructor(services: Services, shared: SharedServices, job: JobUnderWay, person: Principal, file: GoodsFile) {
    const { act: eventType, override_reason, waybill_id } = file;
    this.#services = services;
    this.#shared = shared;
    this.#job = job;
    this.#event = eventType;
    const doing = { act: eventType, overrideReason: override_reason ?? null, jobId: job.id };
    this.#events = new GoodsEvents(services, shared, person, doing);
    this.#document =
      waybill_id === undefined ? (number) => documentOf(person, eventType, number) : async () => ({ id: waybill_id });
  }

  /** Works on lines of one document at a time, each batch as a step. */
  async run(lines: readonly GoodsLine[]): Promise<JobEnd> {
    let cursor = (this.#job.cursor as Cursor | undefined) ?? { lines: 0, accepted: 0, refused: 0 };
    if (cursor.lines === 0) await this.#events.requireMostlyKnown(lines);
    const batchSize = new BatchSize(chunk);
    while (cursor.lines < lines.length) {
      // A waybill is signed only once, so all of its lines are taken together.
      const most = this.#event === 'sign' ? lines.length : batchSize.codes;
      const some = linesFrom(lines, cursor.lines, most);
      cursor = await batchSize.timed(
        () => this.#write(some, cursor),
        () => chunkTime,
      );
    }
    const { accepted, refused, notPutBack = 0, known = 0 } = cursor;
    return { accepted, refused, result: { accepted, refused, not_put_back: notPutBack, known } };
  }

  async #write(some: readonly GoodsLine[], before: Cursor): Promise<Cursor> {
    const document = await this.#document(some[0]?.document ?? '');
    if ('refused' in document) {
      const refused = some.map(({ line, code, document: conflict }) => ({
        ...{ line, code, conflict },
        reason: document.refused,
      }));
      return this.#services.system.ownWork.sql.begin((sql) =>
        this.#keep(sql, some, { refused, notPutBack: [], known: 0 }, before),
      );
    }
    const batch = await this.#events.read(some);
    return this.#shared.capture.inBatchUnderLock(async (sql) =>
      this.#keep(sql, some, await this.#events.captureLines(sql, document, batch), before),
    );
  }

  /** Stores the result of some lines in the transaction of their events. */
  async #keep(
    sql: Connection,
    some: readonly GoodsLine[],
    { refused, notPutBack, known }: CapturedLines,
    before: Cursor,
  ): Promise<Cursor> {
    const after = {
      lines: before.lines + some.length,
      accepted: before.accepted + some.length - refused.length,
      refused: before.refused + refused.length,
      notPutBack: (before.notPutBack ?? 0) + notPutBack.length,
      known: (before.known ?? 0) + known,
    };
    const { lines, accepted } = after;
    await this.#job.refuse(sql, lines, [...refused, ...notPutBack]);
    await this.#job.step(sql, after, { done: lines, accepted, refused: after.refused });
    return after;
  }
}

/** Up to `most` consecutive lines of one document. */
function linesFrom(lines: readonly GoodsLine[], first: number, most: number): GoodsLine[] {
  const { document } = lines[first] as GoodsLine;
  let end = first;
  while (end < lines.length && end - first < most && lines[end]?.document === document) end++;
  return lines.slice(first, end);
}
