import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import type { LoadingReason } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import type { ComponentType } from 'react';
import type { StoreApi } from 'zustand';
import type { Person } from '../people/people.ts';
import type { LoggedScan, ScanContent } from '../sending/logged-scan.ts';
import type { ScanLog } from '../sending/scan-log.ts';
import type { Done } from '../snapshot/progress.ts';
import type { KnownCode } from '../snapshot/snapshot.ts';

/** What can be switched for the scans to come. */
export type Manner = 'singly' | 'damaged' | 'moving';

/** Why the handheld says no. */
export type Objection =
  | LoadingReason
  | 'loaded_already'
  | 'rejected'
  | 'part_of_package'
  | 'still_open'
  | 'too_many'
  | 'skips_level'
  | 'not_a_package'
  | 'not_a_unit'
  | 'other_package';

/** What the handheld says about a code before the server does. */
export type Verdict =
  | { readonly verdict: 'good'; readonly goods: CodeClass }
  | { readonly verdict: 'repeated' }
  | { readonly verdict: 'unknown' }
  /** It is kept, and the server finds out what it is. */
  | { readonly verdict: 'kept' }
  | {
      readonly verdict: 'wrong';
      readonly reason: Objection;
      readonly goods: CodeClass;
      /** With a reason it is done nevertheless. */
      readonly overridable: boolean;
    };

/** What a verdict is founded on. */
export interface Ground {
  readonly head: Pick<SnapshotHead, 'policies' | 'packaging' | 'lines' | 'lots'>;
  /** By the clock of the server, as far as it is known. */
  readonly today: string;
  readonly manners: ReadonlySet<Manner>;
}

/** A code of several that are one scan, such as a package and what is packed into it. */
export interface Part {
  readonly text: string;
  readonly found: KnownCode | undefined;
}

/** How several codes become one scan. */
export interface Gathering {
  judge(parts: readonly Part[], next: Part, ground: Ground): Verdict;
  /** How many there are, of how many; undefined before the first. */
  countOf(parts: readonly Part[], ground: Ground): { readonly there: number; readonly most: number | null } | undefined;
  isComplete(parts: readonly Part[], ground: Ground): boolean;
  /** Whether what was gathered may be kept as it is, although it is not complete. */
  mayEnd(parts: readonly Part[], ground: Ground): boolean;
  contentOf(parts: readonly Part[], ground: Ground): Pick<ScanContent, 'code' | 'codes' | 'remainder'>;
}

/** What the end of a task needs. */
export interface EndProps {
  readonly person: Person;
  readonly log: ScanLog;
  readonly id: number;
  readonly onGoOn: () => void;
  readonly onEnded: () => void;
}

/** What scans to come are told with: where, and why. */
export type Given = { readonly [Field in 'reason' | 'position']?: ScanContent[Field] | undefined };

/** The task that is being done. */
interface Doing {
  readonly state: Pick<
    StoreApi<{ readonly parts: readonly Part[]; readonly shown: number | undefined }>,
    'getState' | 'getInitialState' | 'subscribe'
  >;
  give(more: Given): void;
  /** Forgets what was gathered. */
  dropParts(): Promise<void>;
}

/** What is shown beside the last scan. */
export interface BesideProps {
  readonly person: Person;
  readonly log: ScanLog;
  readonly task: Doing;
}

/** What searches a code of which not all can be read. */
export interface TornProps {
  readonly person: Person;
  readonly code: string;
  readonly onChosen: (code: string) => void;
  /** It is searched later. */
  readonly onKept?: () => void;
}

/** One thing that is done with a handheld: how a scan is judged without a network, and what its screen has besides. */
export interface HandheldAct {
  readonly does: ScanAct;
  /** Takes it back. */
  readonly undoes?: ScanAct;
  readonly manners?: readonly Manner[];
  /** It is done with a reason, which is given once for all scans. */
  readonly asksReason?: true;
  /** The reason is a note, which is given for the next scan alone. */
  readonly isNoted?: true;
  /** What can be done with the same task, at one tap. */
  readonly alternative?: ScanAct;
  /** Whether a code that was scanned before is done once more; without it, none is. */
  readonly isAnother?: (before: LoggedScan, here: Given, now: number) => boolean;
  judge(found: KnownCode | undefined, done: Done, ground: Ground): Verdict;
  readonly gathering?: Gathering;
  readonly Beside?: ComponentType<BesideProps>;
  /** Codes of which not all can be read may be typed. */
  readonly Torn?: ComponentType<TornProps>;
  /** Shown when the person says that all is scanned; needs the network, for the server alone knows what differs. */
  readonly End?: ComponentType<EndProps>;
}
