import type { PackingColumns, ShortPackages } from '@suyuan/contract/plant/task.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { GuessWatch } from '#identity/guess-limit.ts';
import { isOfEnterprise, type Principal } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { type FileSource, withSource } from '#platform/imports/job-source.ts';
import type { JobEnd, JobUnderWay } from '#platform/jobs/define-job.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { Captured } from '#trace/capture/checked-events.ts';
import type { PackEvent } from '#trace/capture/context/event-input.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import { BatchSize, type EventSeries } from '#trace/capture/event-series.ts';
import { type RefusedText, refusedTexts } from '#trace/lookup/refused-texts.ts';
import { isGuess } from '#trace/read-texts.ts';
import { custodianOf } from '#trace/state/custody.ts';
import type { FiledPackage } from './filed-packages.ts';
import { KnownCodes } from './known-codes.ts';
import {
  type FiledPart,
  type FirstCodes,
  maxInPackage,
  packingParts,
  type RefusedLine,
  type UnreadLine,
} from './packing-file.ts';
import { withNext } from './with-next.ts';

const chunk = { first: 3000, least: 1000, most: 60_000 } as const;
/**
 * How long a chunk should take, in milliseconds. It is checked before the capture lock is taken, so others wait for a processor rather
 * than for the lock: while there are others, chunks are short; alone, most of the cost of their transactions is saved.
 */
const chunkTime = { besideOthers: 40, alone: 200 } as const;

/** How many lines are refused at once. */
const refusedTogether = 10_000;

/** Where the next run resumes. */
interface Cursor {
  /** How many packages were packed or refused. */
  readonly packages: number;
  readonly accepted: number;
  readonly refused: number;
  /** How many unreadable lines were written to the file of refusals. */
  readonly unread: number;
  /** How many packages were short of units: remainders if these are taken, else refused. */
  readonly short: number;
  /** How many accepted lines were so already. */
  readonly known: number;
  /** How many pieces the file of refusals has. */
  readonly pieces: number;
}

/** The work order, time, file and person of the events. */
interface Facts {
  readonly workOrderId: number;
  readonly at: number;
  readonly fileName: string;
  readonly short: ShortPackages;
  readonly person: Principal;
  /** Counts unknown codes; beyond the limit it throws, which ends the job before it reports them. */
  readonly watch: GuessWatch;
}

/** Packages that are packed under one capture lock. */
interface Batch {
  readonly filed: readonly FiledPackage[];
  /** Packages with codes that are unknown to the sender. */
  readonly foreign: ReadonlyMap<FiledPackage, Captured>;
  /** The other packages whose lines could all be read, with the event for each. */
  readonly whole: readonly FiledPackage[];
  readonly acts: readonly PackEvent[];
}

/** The work of one transaction. */
type Step =
  | { readonly unread: readonly UnreadLine[]; readonly met: number }
  | { readonly tooLarge: FiledPackage }
  | { readonly batch: Batch };

/** One run of the job of a packing file. Each step commits rows, refusals and cursor together. */
export class PackingWork {
  readonly #services: Services;
  readonly #shared: SharedServices;
  readonly #job: JobUnderWay;
  readonly #facts: Facts;
  readonly #batchSize = new BatchSize(chunk);
  readonly #series: EventSeries;
  readonly #codes: KnownCodes;
  /** Where earlier runs ended. */
  readonly #before: Cursor;
  #cursor: Cursor;

  constructor(services: Services, shared: SharedServices, job: JobUnderWay, facts: Facts) {
    this.#services = services;
    this.#shared = shared;
    this.#job = job;
    this.#facts = facts;
    this.#series = shared.capture.series();
    this.#codes = new KnownCodes(services, shared, facts);
    this.#before = cursorOf(job.cursor as Cursor | undefined);
    this.#cursor = this.#before;
  }

  async run(columns: PackingColumns): Promise<JobEnd> {
    this.#job.progress({ phase: 'reading' });
    try {
      await withSource(this.#services.spool, this.#job, (source) => this.#pack(source, columns));
    } finally {
      await this.#series.end();
    }
    const { accepted, refused, short, known } = this.#cursor;
    return { accepted, refused, result: { accepted, refused, short, known } };
  }

  /** Carries out the steps; the next one is prepared while one is written. */
  async #pack(source: FileSource, columns: PackingColumns): Promise<void> {
    const reader = {
      sql: this.#services.system.ownWork.sql,
      rules: this.#shared.rules,
      columns,
      reportsMisread: isOfEnterprise(this.#facts.person.account),
      bytes: () => this.#job.original(),
      began: async (first: FirstCodes) => {
        if (this.#before.packages + this.#before.unread === 0) await this.#codes.requireMostlyKnown(first);
      },
      counted: (rows: number) => this.#job.progress({ rows }),
    };
    for await (const [step, next] of withNext(this.#steps(packingParts(reader, source)))) {
      this.#job.signal.throwIfAborted();
      if ('unread' in step) await this.#refuseUnread(step);
      else if ('tooLarge' in step) await this.#refuseTooLarge(step.tooLarge);
      else {
        await this.#batchSize.timed(
          () => this.#write(step.batch, next),
          () => (this.#series.isAlone ? chunkTime.alone : chunkTime.besideOthers),
        );
      }
    }
  }

  /** The steps that are left after the cursor of earlier runs. Only the size of batches may differ from run to run. */
  async *#steps(parts: AsyncIterable<FiledPart>): AsyncGenerator<Step> {
    const counts = { packages: 0, unread: 0 };
    let waiting: FiledPackage[] = [];
    let codes = 0;
    const batchOfWaiting = async (): Promise<Step> => {
      const filedPackages = waiting;
      [waiting, codes] = [[], 0];
      return { batch: await this.#batchOf(filedPackages) };
    };
    for await (const { packages, unread } of parts) {
      const rest = unread.slice(Math.max(this.#before.unread - counts.unread, 0));
      counts.unread += unread.length;
      if (rest.length > 0) yield { unread: rest, met: counts.unread };
      for (const filedPackage of packages) {
        counts.packages += 1;
        if (counts.packages <= this.#before.packages) continue;
        const isTooLarge = filedPackage.children.length > maxInPackage;
        if (!isTooLarge) {
          waiting.push(filedPackage);
          codes += filedPackage.children.length + 1;
        }
        if (waiting.length > 0 && (isTooLarge || codes >= this.#batchSize.codes)) yield await batchOfWaiting();
        if (isTooLarge) yield { tooLarge: filedPackage };
      }
    }
    if (waiting.length > 0) yield await batchOfWaiting();
  }

  async #refuseUnread({ unread, met }: Extract<Step, { unread: unknown }>): Promise<void> {
    const refusals = unread.flatMap((line) => line.refused);
    const unknown = refusals.filter(isGuess).length;
    await this.#facts.watch.saw(unknown, unknown);
    const strays = unread.filter(({ isStray }) => isStray).length;
    await this.#refuse([refusals], { unread: met, refused: this.#cursor.refused + strays });
  }

  /** Writes refusals and the cursor in one transaction. */
  async #refuse(
    pieces: Iterable<readonly RefusedLine[]> | AsyncIterable<readonly RefusedLine[]>,
    more: Partial<Cursor>,
  ): Promise<void> {
    const after = { ...this.#cursor, ...more };
    await this.#services.system.ownWork.sql.begin(async (sql) => {
      for await (const lines of pieces) await this.#job.refuse(sql, after.pieces++, lines);
      await this.#job.step(sql, after, progressOf(after));
    });
    this.#cursor = after;
  }

  /** Refuses all lines of a package that is larger than `maxInPackage`, without reading its codes. */
  async #refuseTooLarge(filedPackage: FiledPackage): Promise<void> {
    const { packages, refused } = this.#cursor;
    await this.#refuse(this.#tooMany(filedPackage), {
      packages: packages + 1,
      refused: refused + linesOf(filedPackage),
    });
  }

  /** Refusals name what the person who sent the file may see. */
  get #reading() {
    return { rules: this.#shared.rules, seen: this.#facts.person.db };
  }

  async *#tooMany({ lines, children }: FiledPackage): AsyncGenerator<RefusedLine[]> {
    const conflict = `${children.length} > ${maxInPackage}`;
    for (let from = 0; from < children.length; from += refusedTogether) {
      const to = from + refusedTogether;
      const refusals = children.slice(from, to).map((code): Refused => ({ code, reason: 'over_capacity', conflict }));
      const texts = await refusedTexts(this.#services.system.ownWork.sql, this.#reading, refusals);
      yield withLines(lines.slice(from, to), texts);
    }
  }

  async #batchOf(packages: readonly FiledPackage[]): Promise<Batch> {
    const foreign = await this.#codes.unknownIn(packages);
    const whole = packages.filter((one) => one.unread === 0 && !foreign.has(one));
    return { filed: packages, foreign, whole, acts: whole.map((one) => this.#eventOf(one)) };
  }

  async #write({ filed, foreign, whole, acts: events }: Batch, next: () => Step | undefined): Promise<void> {
    this.#job.progress({ phase: 'writing' });
    const eventsOfNext = () => {
      const step = next();
      return step && 'batch' in step ? step.batch.acts : undefined;
    };
    let after = this.#cursor;
    await this.#series.capture({ inputs: events, next: eventsOfNext }, async (sql, results) => {
      const outcomes = new Map([...foreign, ...whole.map((one, at) => [one, results[at] as Captured] as const)]);
      const isTaken = (one: FiledPackage) => !('refused' in (outcomes.get(one) as Captured));
      const [all, accepted] = [linesOfAll(filed), linesOfAll(whole.filter(isTaken))];
      const before = this.#cursor;
      after = {
        ...before,
        pieces: before.pieces + 1,
        packages: before.packages + filed.length,
        accepted: before.accepted + accepted,
        refused: before.refused + all - accepted,
        known: before.known + whole.reduce((sum, one) => sum + knownIn(outcomes.get(one) as Captured), 0),
        short: before.short + whole.filter((one) => isShort(one, outcomes.get(one) as Captured)).length,
      };
      await this.#job.refuse(sql, before.pieces, await this.#refusedOf(sql, filed, outcomes));
      await this.#job.step(sql, after, progressOf(after));
    });
    this.#cursor = after;
  }

  #eventOf({ parent, children, lines }: FiledPackage): PackEvent {
    const { workOrderId, at, person, fileName, short } = this.#facts;
    return {
      act: 'pack',
      workOrderId,
      parent,
      children,
      remainder: short === 'remainder',
      brief: true,
      at,
      utcOffset: 0,
      by: { accountId: person.account.id, deviceKeyId: null },
      custodian: custodianOf(person.account),
      jobId: this.#job.id,
      unattended: { origin: { source: 'file', name: fileName }, raw: { file: fileName, lines } },
    };
  }

  /** Every line of the refused packages, with the reason of its own code or else that of the package. */
  async #refusedOf(
    sql: Connection,
    packages: readonly FiledPackage[],
    outcomes: ReadonlyMap<FiledPackage, Captured>,
  ): Promise<RefusedLine[]> {
    const refusals = packages.flatMap((one) => {
      const outcome = outcomes.get(one);
      if (outcome && !('refused' in outcome)) return [];
      const own = new Map(outcome?.refused.map((of) => [of.code, of]));
      const spoilt: Refused = own.get(one.parent) ?? { code: one.parent, reason: 'spoilt_package' };
      return one.children.map((child, at) => ({
        line: one.lines[at] as number,
        child,
        of: own.get(child) ?? spoilt,
      }));
    });
    const texts = await refusedTexts(
      sql,
      this.#reading,
      refusals.map(({ child, of }) => ({ ...of, code: child })),
    );
    return withLines(
      refusals.map(({ line }) => line),
      texts,
    );
  }
}

const withLines = (lines: readonly number[], texts: readonly RefusedText[]): RefusedLine[] =>
  texts.map((one, at) => ({ line: lines[at] as number, ...one }));

const knownIn = (outcome: Captured): number => ('refused' in outcome ? 0 : (outcome.known ?? 0));

const shortOf: ReadonlySet<RefusalReason> = new Set(['incomplete', 'remainder_refused']);

const isShort = ({ parent }: FiledPackage, outcome: Captured): boolean =>
  'refused' in outcome
    ? outcome.refused.some(({ code, reason }) => code === parent && shortOf.has(reason))
    : !outcome.complete;

/**
 * The cursor of the job. Jobs that an older version began lack some of it: that version reported
 * all unreadable lines first, wrote at most one piece for each package, and did not count what was short.
 */
const cursorOf = (
  earlier: (Partial<Cursor> & Omit<Cursor, 'unread' | 'pieces' | 'short' | 'known'>) | undefined,
): Cursor =>
  earlier
    ? {
        ...earlier,
        unread: earlier.unread ?? Number.MAX_SAFE_INTEGER,
        pieces: earlier.pieces ?? earlier.packages + 1,
        short: earlier.short ?? 0,
        known: earlier.known ?? 0,
      }
    : { packages: 0, accepted: 0, refused: 0, unread: 0, short: 0, known: 0, pieces: 0 };

const progressOf = ({ accepted, refused }: Cursor) => ({ done: accepted + refused, accepted, refused });

const linesOf = ({ lines, unread }: FiledPackage): number => lines.length + unread;
const linesOfAll = (packages: readonly FiledPackage[]): number => packages.reduce((sum, one) => sum + linesOf(one), 0);
