import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { isOutage } from '#platform/database/database.ts';
import { tellFailure } from '#platform/http/recurring.ts';
import { type DatabaseIdentity, identityColumns, mayReadIdentifier } from '#platform/time-mark/database-identity.ts';
import { type FolderMark, issuedFolder, readFolderMark, writeFolderMark } from '#platform/time-mark/folder-mark.ts';
import type { Issuance, Present } from '#platform/time-mark/issuance.ts';
import { IssueLog, lastKept } from '#platform/time-mark/issue-log.ts';
import { type Evidence, findingOf, newestOf } from './cause.ts';
import { absentAmong } from './re-create.ts';
import {
  foldersOf,
  logRestoration,
  type Mark,
  markOf,
  mergeIssued,
  moveForwardFrom,
  type RestoreParts,
} from './restores.ts';
import { seenBeforeIssued } from './seen-codes.ts';

interface WatchParts extends RestoreParts {
  readonly config: Pick<Config, 'dataDir' | 'issuedDir' | 'databaseUrl'>;
  readonly issuance: Issuance;
  readonly log: FastifyBaseLogger;
  /** Identifies the server over its restarts. */
  readonly writer?: string | undefined;
}

const minute = 60_000;

/**
 * Notices that the database was put back to an earlier time: at the start, every minute, and before something is issued. Then it is
 * moved forward before anything is issued.
 */
export class RestoreWatch {
  readonly #parts: WatchParts;
  readonly #writer: string;
  #mark!: Mark;
  #present!: Present;
  #mayRead = false;
  #log!: IssueLog;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#writer = parts.writer ?? randomUUID();
  }

  async open(): Promise<void> {
    const { issuance, database } = this.#parts;
    this.#mayRead = await mayReadIdentifier(database.sql);
    await this.#look(true);
    this.#log = await IssueLog.open(foldersOf(this.#parts.config, this.#mark.installation), this.#writer);
    issuance.open({
      log: this.#log,
      writer: this.#writer,
      mayReadIdentifier: this.#mayRead,
      present: () => this.#present,
      lookAgain: () => this.#lookAgain(),
    });
    this.#timer = setInterval(() => this.#lookAgain(), minute).unref();
  }

  /** Before the database is closed: says that the server ended in order. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#tick(true).catch((error) => {
      if (!isOutage(error)) tellFailure(this.#parts.log, error, 'the mark of the data folder was not written');
    });
    await this.#log?.close();
  }

  #lookAgain(): void {
    this.#looking ??= this.#look(false)
      .catch((error) => {
        // That the database is away is told by others.
        if (!isOutage(error)) tellFailure(this.#parts.log, error, 'looking whether the database was put back failed');
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #look(isStart: boolean): Promise<void> {
    const mark = await markOf(this.#parts);
    const { evidence, epoch } = await this.#evidence(mark, isStart);
    const finding = findingOf(evidence);
    if (finding) {
      const restoration = await moveForwardFrom(this.#parts, mark.epoch, finding);
      if (restoration) logRestoration(this.#parts.log, restoration);
    } else if (epoch !== undefined && epoch !== mark.epoch) {
      await mergeIssued(this.#parts, mark.installation);
    }
    if (finding || (epoch !== undefined && epoch !== mark.epoch)) {
      await this.#parts.database.sql.notify('code_rule', '');
    }
    await this.#tick(false);
  }

  async #evidence(mark: Mark, isStart: boolean): Promise<{ evidence: Evidence; epoch: string | undefined }> {
    const { database, config } = this.#parts;
    const { sql } = database;
    const [inFolder, elsewhere] = await Promise.all([
      this.#folderMark(config.dataDir, mark),
      config.issuedDir === undefined ? undefined : this.#folderMark(config.issuedDir, mark),
    ]);
    const newest = newestOf({ inFolder, elsewhere });
    const [row] = await sql<Found[]>`
      select ${identityColumns(sql, this.#mayRead)}, now() as now,
        (select max(seen_at) from folder_mark) as known_until,
        (select row_to_json(f) from folder_mark f where writer = ${this.#writer}::uuid) as remembered,
        (select installation::text = ${newest?.epoch ?? ''} from time_mark)
          or exists (select from restoration where epoch::text = ${newest?.epoch ?? ''}) as knows`;
    const { now, known_until, remembered, knows, ...live } = row as Found;
    return {
      epoch: newest?.epoch,
      evidence: {
        marked: mark,
        live,
        now,
        knownUntil: known_until,
        remembered: remembered ?? undefined,
        inFolder,
        elsewhere,
        knowsEpoch: newest === undefined || knows,
        lacksIssue: isStart && (await this.#lacksIssue(mark)),
        seesNext: await seenBeforeIssued(sql),
        isEmbedded: isStart && config.databaseUrl === undefined,
      },
    };
  }

  #folderMark(place: string, { installation }: Mark) {
    return readFolderMark(issuedFolder(place, installation), this.#writer);
  }

  /** Whether something of the last that was issued, and committed, is missing. */
  async #lacksIssue({ installation }: Mark): Promise<boolean> {
    for (const issue of await lastKept(foldersOf(this.#parts.config, installation))) {
      const table = issue.rows[0]?.table as string;
      if ((await absentAmong(this.#parts.database.sql, table, [issue])).length > 0) return true;
    }
    return false;
  }

  /** Counts a minute in the file and then in the database, and remembers what the database has to be from now on. */
  async #tick(isStopped: boolean): Promise<void> {
    const { database, config, masterKey } = this.#parts;
    const { sql } = database;
    const mark = await markOf(this.#parts);
    const [inFolder, elsewhere] = await Promise.all([
      this.#folderMark(config.dataDir, mark),
      config.issuedDir === undefined ? undefined : this.#folderMark(config.issuedDir, mark),
    ]);
    const [row] = await sql<{ tick: number }[]>`select tick from folder_mark where writer = ${this.#writer}`;
    const tick = Math.max(row?.tick ?? 0, inFolder?.tick ?? 0, elsewhere?.tick ?? 0) + 1;
    const next: FolderMark = {
      installation: mark.installation,
      epoch: mark.epoch,
      key: masterKey.mark,
      tick,
      at: new Date().toISOString(),
      isStopped,
    };
    const [bornAt] = await Promise.all(
      foldersOf(config, mark.installation).map((folder) => writeFolderMark(folder, this.#writer, next)),
    );
    await sql`
      insert into folder_mark (writer, tick, born_at) values (${this.#writer}, ${tick}, ${bornAt ?? null})
      on conflict (writer) do update set tick = excluded.tick, born_at = excluded.born_at, seen_at = excluded.seen_at`;
    const { installation: _, epoch, ...identity } = mark;
    this.#mark = mark;
    this.#present = { epoch, identity, tick };
  }
}

interface Found extends DatabaseIdentity {
  readonly now: Date;
  readonly known_until: Date | null;
  readonly remembered: Evidence['remembered'] | null;
  readonly knows: boolean;
}
