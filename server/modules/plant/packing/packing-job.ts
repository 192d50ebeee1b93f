import Type from 'typebox';
import { PackingColumns, packingUpload } from '../../../../contract/plant/task.ts';
import type { GuessWatch } from '../../../identity/guess-limit.ts';
import { isOfEnterprise, type Principal } from '../../../platform/caller.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { withSource } from '../../../platform/imports/job-source.ts';
import { defineJob, type JobUnderWay } from '../../../platform/jobs/define-job.ts';
import type { Language } from '../../../platform/language.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { ownAmong } from '../../../trace/asked/asked-codes.ts';
import { type RefusedText, refusedTexts } from '../../../trace/asked/refused-texts.ts';
import type { PackAct } from '../../../trace/capture/acts/acting/act-input.ts';
import type { Refused } from '../../../trace/capture/acts/acting/refused.ts';
import type { Captured } from '../../../trace/capture/capture.ts';
import { TurnSize } from '../../../trace/capture/turn-size.ts';
import { jobBatch } from '../../../trace/exceptions/side.ts';
import { isGuess } from '../../../trace/unread-reason.ts';
import type { FiledPackage, FiledPackages } from './filed-packages.ts';
import { type PackingFile, type RefusedLine, readPackingFile, refusedTogether } from './packing-file.ts';
import { requireOrder } from './require-order.ts';

/** Packs what a file says. One at a time on each server: while one is read, another one may be written. */
export const packingJob = defineJob({
  name: 'packing-file',
  input: Type.Object({ work_order_id: Type.Integer(), at: Type.Integer(), columns: Type.Optional(PackingColumns) }),
  atOnce: { onEach: 1 },
});

const chunk = { first: 10_000, least: 2000, most: 60_000 } as const;

/** What a package is looked at with, whose codes are read and written together: more than any holds. */
const mostInPackage = 50_000;

/** Where the next run goes on. */
interface Cursor {
  readonly packages: number;
  readonly accepted: number;
  readonly refused: number;
  /** Pieces that the file of refusals has so far. */
  readonly pieces: number;
}

export function servePackingJob(services: Services, rooms: Rooms): void {
  services.jobs.serve(packingJob, {
    async run({ work_order_id, at, columns }, job, by) {
      const from = { ip: by.ip, language: by.language as Language };
      const person = await services.routes.principal(packingUpload, by.accountId, from);
      await requireOrder(person, work_order_id);
      // The job's own record tells of its lines.
      const watch = await rooms.guesses.watch({ account: person.account, note: () => {} });
      const fileName = await nameOf(services.system.sql, job);
      const facts = { workOrderId: work_order_id, at, fileName, person, watch };
      return new PackingWork(services, rooms, job, facts).run(columns);
    },
  });
}

interface Facts {
  readonly workOrderId: number;
  readonly at: number;
  readonly fileName: string;
  readonly person: Principal;
  /** Unknown codes are counted as everywhere; one too many ends the job before it tells of them. */
  readonly watch: GuessWatch;
}

async function nameOf(sql: Connection, { id }: JobUnderWay): Promise<string> {
  const [job] = await sql<{ source_name: string | null }[]>`select source_name from job where id = ${id}`;
  return job?.source_name ?? '';
}

class PackingWork {
  readonly #services: Services;
  readonly #rooms: Rooms;
  readonly #job: JobUnderWay;
  readonly #facts: Facts;
  /** How far an earlier run got. */
  readonly #earlier: Cursor | undefined;
  #pieces = 0;

  constructor(services: Services, rooms: Rooms, job: JobUnderWay, facts: Facts) {
    this.#services = services;
    this.#rooms = rooms;
    this.#job = job;
    this.#facts = facts;
    const earlier = job.cursor as (Omit<Cursor, 'pieces'> & Partial<Cursor>) | undefined;
    // A job that was begun before pieces were counted has one for the lines that are none, and one for each package at most.
    this.#earlier = earlier && { ...earlier, pieces: earlier.pieces ?? earlier.packages + 1 };
  }

  async run(columns: PackingColumns | undefined): Promise<object> {
    const { packages, rows } = await this.#read(columns);
    const begun = { packages: 0, accepted: 0, refused: rows - packages.lines, pieces: this.#pieces };
    let cursor = this.#earlier ?? begun;
    this.#job.progress({ phase: 'writing', rows });
    if (!this.#earlier) await this.#job.step(this.#services.system.db, cursor, progressOf(cursor));
    const turns = new TurnSize(chunk);
    while (cursor.packages < packages.length) {
      const filed = chunkFrom(packages, cursor.packages, turns.codes);
      if (filed.length === 0) cursor = await this.#refuseTooLarge(packages, cursor);
      else cursor = await turns.timed(() => this.#write(filed, cursor));
    }
    return figuresOf(cursor);
  }

  /** What the file says. Lines that are none are told before anything is packed, by the run that begins. */
  async #read(columns: PackingColumns | undefined): Promise<PackingFile> {
    const { sql } = this.#services.system;
    const { rules } = this.#rooms;
    const tellsMisread = isOfEnterprise(this.#facts.person.account);
    const refuse = (lines: readonly RefusedLine[]) => (this.#earlier ? Promise.resolve() : this.#refuseUnread(lines));
    this.#job.progress({ phase: 'reading' });
    return withSource(this.#services.spool, this.#job, (source) =>
      readPackingFile({ sql, rules, columns, tellsMisread, refuse }, source),
    );
  }

  async #refuseUnread(lines: readonly RefusedLine[]): Promise<void> {
    const unknown = lines.filter(isGuess).length;
    await this.#facts.watch.saw(unknown, unknown);
    await this.#job.refuse(this.#services.system.db, this.#pieces, lines);
    this.#pieces += 1;
  }

  /** A package that the file says more lies in than in any: none of it is looked at, and each of its lines told so. */
  async #refuseTooLarge(packages: FiledPackages, before: Cursor): Promise<Cursor> {
    const { db, sql } = this.#services.system;
    const said = packages.childrenIn(before.packages);
    const conflict = `${said} > ${mostInPackage}`;
    let pieces = before.pieces;
    for (let from = 0; from < said; from += refusedTogether) {
      const { lines, children } = packages.at(before.packages, { from, most: refusedTogether });
      const refused = children.map((code): Refused => ({ code, reason: 'over_capacity', conflict }));
      const told = await refusedTexts(sql, this.#rooms.rules, refused);
      await this.#job.refuse(db, pieces, withLines(lines, told));
      pieces += 1;
    }
    const { unread } = packages.at(before.packages, { from: 0, most: 0 });
    const after = { ...before, pieces, packages: before.packages + 1, refused: before.refused + said + unread };
    await this.#job.step(db, after, progressOf(after));
    return after;
  }

  async #write(filed: readonly FiledPackage[], before: Cursor): Promise<Cursor> {
    const strange = await this.#strangeAmong(filed);
    const whole = filed.filter((one) => one.unread === 0 && !strange.has(one));
    let after = before;
    const { capture } = this.#rooms;
    await capture.inTurn(async (sql) => {
      const captured = await capture.actIn(
        sql,
        whole.map((one) => this.#actOf(one)),
      );
      const outcomes = new Map([...strange, ...whole.map((one, at) => [one, captured[at] as Captured] as const)]);
      const unknown = unknownIn(outcomes.values());
      await this.#facts.watch.saw(unknown, unknown);
      const accepted = whole
        .filter((one) => !('refused' in (outcomes.get(one) as Captured)))
        .reduce((sum, { lines }) => sum + lines.length, 0);
      const all = filed.reduce((sum, one) => sum + linesOf(one), 0);
      after = {
        pieces: before.pieces + 1,
        packages: before.packages + filed.length,
        accepted: before.accepted + accepted,
        refused: before.refused + all - accepted,
      };
      await this.#job.refuse(sql, before.pieces, await this.#refusedOf(sql, filed, outcomes));
      await this.#job.step(sql, after, progressOf(after));
    });
    return after;
  }

  /** Packages with codes that are not those of a party whose people send the file: these are none for them. */
  async #strangeAmong(filed: readonly FiledPackage[]): Promise<Map<FiledPackage, Captured>> {
    const { person } = this.#facts;
    if (isOfEnterprise(person.account)) return new Map();
    const isOwn = await ownAmong(this.#services, person, [...new Set(filed.flatMap(codesOf))]);
    return new Map(
      filed.flatMap((one) => {
        const refused = codesOf(one).flatMap((code): Refused[] =>
          isOwn(code, true) ? [] : [{ code, reason: 'unknown_code' }],
        );
        return refused.length > 0 ? [[one, { refused }]] : [];
      }),
    );
  }

  #actOf({ parent, children, lines }: FiledPackage): PackAct {
    const { workOrderId, at, person, fileName } = this.#facts;
    return {
      act: 'pack',
      workOrderId,
      parent,
      children,
      remainder: true,
      brief: true,
      at,
      utcOffset: 0,
      by: { accountId: person.account.id, deviceKeyId: null },
      batchKey: jobBatch(this.#job.id),
      unattended: { origin: { source: 'file', name: fileName }, raw: { file: fileName, lines } },
    };
  }

  /** Every line of a refused package, with its own reason where it has one. */
  async #refusedOf(
    sql: Connection,
    filed: readonly FiledPackage[],
    outcomes: ReadonlyMap<FiledPackage, Captured>,
  ): Promise<RefusedLine[]> {
    const refused = filed.flatMap((one) => {
      const outcome = outcomes.get(one);
      if (outcome && !('refused' in outcome)) return [];
      const own = new Map(outcome?.refused.map((of) => [of.code, of]));
      const spoilt: Refused = own.get(one.parent) ?? { code: one.parent, reason: 'spoilt_package' };
      return one.children.map((child, at) => ({ line: one.lines[at] as number, child, of: own.get(child) ?? spoilt }));
    });
    const told = await refusedTexts(
      sql,
      this.#rooms.rules,
      refused.map(({ child, of }) => ({ ...of, code: child })),
    );
    return withLines(
      refused.map(({ line }) => line),
      told,
    );
  }
}

const withLines = (lines: readonly number[], told: readonly RefusedText[]): RefusedLine[] =>
  told.map((one, at) => ({ line: lines[at] as number, ...one }));

const figuresOf = ({ accepted, refused }: Cursor) => ({ accepted, refused });

const progressOf = (cursor: Cursor) => ({ done: cursor.accepted + cursor.refused, ...figuresOf(cursor) });
const codesOf = ({ parent, children }: FiledPackage): number[] => [parent, ...children];

const unknownIn = (outcomes: Iterable<Captured>): number =>
  [...outcomes].flatMap((outcome) => ('refused' in outcome ? outcome.refused : [])).filter(isGuess).length;

const linesOf = ({ lines, unread }: FiledPackage): number => lines.length + unread;

/** Packages to be written together; none where the first is too large. */
function chunkFrom(packages: FiledPackages, first: number, most: number): FiledPackage[] {
  const taken: FiledPackage[] = [];
  let codes = 0;
  for (let at = first; at < packages.length && codes < most && packages.childrenIn(at) <= mostInPackage; at++) {
    const filed = packages.at(at);
    taken.push(filed);
    codes += filed.children.length + 1;
  }
  return taken;
}
