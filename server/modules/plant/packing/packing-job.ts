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
import { type FiledPackage, type RefusedLine, readPackingFile } from './packing-file.ts';
import { requireOrder } from './require-order.ts';

/** Packs what a file says. One at a time on each server: while one is read, another one may be written. */
export const packingJob = defineJob({
  name: 'packing-file',
  input: Type.Object({ work_order_id: Type.Integer(), at: Type.Integer(), columns: Type.Optional(PackingColumns) }),
  atOnce: { onEach: 1 },
});

const chunk = { first: 10_000, least: 2000, most: 60_000 } as const;

/** Where the next run goes on. */
interface Cursor {
  readonly packages: number;
  readonly accepted: number;
  readonly refused: number;
}

export function servePackingJob(services: Services, rooms: Rooms): void {
  services.jobs.serve(packingJob, {
    async run({ work_order_id, at, columns }, job, by) {
      const from = { ip: by.ip, language: by.language as Language };
      const person = await services.routes.principal(packingUpload, by.accountId, from);
      await requireOrder(person, work_order_id);
      // The job's own record tells of its lines.
      const watch = await rooms.guesses.watch({ account: person.account, note: () => {} });
      job.progress({ phase: 'reading' });
      const reader = {
        sql: services.system.sql,
        rules: rooms.rules,
        columns,
        tellsMisread: isOfEnterprise(person.account),
      };
      const file = await withSource(services.spool, job, (source) => readPackingFile(reader, source));
      const fileName = await nameOf(services.system.sql, job);
      const facts = { workOrderId: work_order_id, at, fileName, person, watch };
      const work = new PackingWork(services, rooms, job, facts);
      return work.run(file);
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

  constructor(services: Services, rooms: Rooms, job: JobUnderWay, facts: Facts) {
    this.#services = services;
    this.#rooms = rooms;
    this.#job = job;
    this.#facts = facts;
  }

  async run({ packages, rows, refused }: Awaited<ReturnType<typeof readPackingFile>>): Promise<object> {
    const earlier = this.#job.cursor as Cursor | undefined;
    const inPackages = packages.reduce((sum, filed) => sum + linesOf(filed), 0);
    let cursor = earlier ?? { packages: 0, accepted: 0, refused: rows - inPackages };
    this.#job.progress({ phase: 'writing', rows });
    if (!earlier) await this.#keepUnread(refused, cursor);
    const turns = new TurnSize(chunk);
    while (cursor.packages < packages.length) {
      const filed = chunkFrom(packages, cursor.packages, turns.codes);
      cursor = await turns.timed(() => this.#write(filed, cursor));
    }
    return figuresOf(cursor);
  }

  /** Lines that are none are told before anything is packed. */
  async #keepUnread(refused: readonly RefusedLine[], cursor: Cursor): Promise<void> {
    const unknown = refused.filter(({ reason }) => reason !== 'malformed_line').length;
    await this.#facts.watch.saw(unknown, unknown);
    await this.#services.system.sql.begin(async (sql) => {
      await this.#job.refuse(sql, 0, refused);
      await this.#job.step(sql, cursor, progressOf(cursor));
    });
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
        packages: before.packages + filed.length,
        accepted: before.accepted + accepted,
        refused: before.refused + all - accepted,
      };
      await this.#job.refuse(sql, after.packages, await this.#refusedOf(sql, filed, outcomes));
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
    return refused.map(({ line }, at) => ({ line, ...(told[at] as RefusedText) }));
  }
}

const figuresOf = ({ accepted, refused }: Cursor) => ({ accepted, refused });

const progressOf = (cursor: Cursor) => ({ done: cursor.accepted + cursor.refused, ...figuresOf(cursor) });
const codesOf = ({ parent, children }: FiledPackage): number[] => [parent, ...children];

const unknownIn = (outcomes: Iterable<Captured>): number =>
  [...outcomes]
    .flatMap((outcome) => ('refused' in outcome ? outcome.refused : []))
    .filter(({ reason }) => reason === 'unknown_code').length;

const linesOf = ({ lines, unread }: FiledPackage): number => lines.length + unread;

function chunkFrom(packages: readonly FiledPackage[], first: number, most: number): FiledPackage[] {
  const taken: FiledPackage[] = [];
  let codes = 0;
  for (let at = first; at < packages.length && codes < most; at++) {
    const filed = packages[at] as FiledPackage;
    taken.push(filed);
    codes += filed.children.length + 1;
  }
  return taken;
}
