import { type DatabaseIdentity, differenceOf } from '#platform/time-mark/database-identity.ts';
import type { FolderMark } from '#platform/time-mark/folder-mark.ts';

/**
 * Why a database is taken for one that was put back: a command says so; it is not the database that was marked (a dump, a copy); it
 * goes on from a base backup or a standby; it does not remember what a server wrote beside it; the data folder is a copy; consumers
 * scanned codes that come next; or a server stood still for long after a crash, as after a snapshot of its volume.
 */
export type Cause = 'command' | 'database' | 'timeline' | 'older' | 'copied_folder' | 'seen' | 'crash';

export interface Finding {
  readonly cause: Cause;
  /** Otherwise it may as well be a failover, or a crash. */
  readonly isCertain: boolean;
  /** Where `npm run restore` put a backup back. */
  readonly backup?: RestoredBackup;
}

export interface RestoredBackup {
  readonly file: string;
  readonly made_at: string;
  readonly version: string;
}

/** What the database and the files beside it say. */
export interface Evidence {
  readonly marked: DatabaseIdentity & { readonly epoch: string };
  readonly live: DatabaseIdentity;
  readonly now: Date;
  /** The last sign of life of a server that the database knows of. */
  readonly knownUntil: Date | null;
  /** What the database remembers of the folder of this server. */
  readonly remembered: { readonly tick: number; readonly born_at: number | null } | undefined;
  /** The mark of this server in the data folder, and in another place if one is set. */
  readonly inFolder: (FolderMark & { readonly bornAt: number | null }) | undefined;
  readonly elsewhere: FolderMark | undefined;
  /** The database knows the epoch of the newest of these marks. */
  readonly knowsEpoch: boolean;
  /** Something that was issued, and committed, is not there. */
  readonly lacksIssue: boolean;
  /** Consumers scanned codes that come next. */
  readonly seesNext: boolean;
  /** The database is in the data folder. */
  readonly isEmbedded: boolean;
}

/** In milliseconds: a failover takes less, and what follows a restore more. */
const failoverTime = 5 * 60_000;
const crashPause = 15 * 60_000;

/** Why the database is taken for one that was put back; undefined if it is not. */
export function findingOf(evidence: Evidence): Finding | undefined {
  const { marked, live, now, knownUntil, remembered, inFolder, isEmbedded } = evidence;
  const certain = (cause: Cause) => ({ cause, isCertain: true });
  const difference = differenceOf(marked, live);
  if (difference === 'database') return certain('database');
  const newest = newestOf(evidence);
  if (newest && !evidence.knowsEpoch) return certain('older');
  const isOfEpoch = newest?.epoch === marked.epoch;
  // A tick is written to the file before it is to the database.
  if (newest && isOfEpoch && newest.tick > (remembered?.tick ?? 0) + 1) return certain('older');
  if (isOfEpoch && evidence.lacksIssue) return certain('older');
  if (difference === 'timeline') {
    const gap = knownUntil === null ? Number.POSITIVE_INFINITY : now.getTime() - knownUntil.getTime();
    return { cause: 'timeline', isCertain: gap > failoverTime };
  }
  if (inFolder?.epoch === marked.epoch && inFolder.tick === remembered?.tick) {
    const { bornAt } = inFolder;
    if (bornAt !== null && remembered.born_at !== null && bornAt !== remembered.born_at)
      return certain('copied_folder');
  }
  // Whoever has the keys, such as a copy for tests, may have printed them.
  if (evidence.seesNext) return { cause: 'seen', isCertain: false };
  if (isEmbedded && inFolder && !inFolder.isStopped && now.getTime() - Date.parse(inFolder.at) > crashPause) {
    return { cause: 'crash', isCertain: false };
  }
  return undefined;
}

/** The mark with the higher tick: a data folder may have been put back together with the database. */
export const newestOf = ({ inFolder, elsewhere }: Pick<Evidence, 'inFolder' | 'elsewhere'>): FolderMark | undefined =>
  (elsewhere?.tick ?? 0) > (inFolder?.tick ?? 0) ? elsewhere : inFolder;
