import type { Call } from '@suyuan/contract/call/call.ts';
import type Type from 'typebox';
import type { Principal } from '../caller.ts';
import type { Connection } from '../database/database.ts';
import type { Writer } from '../database/statements/either-writer.ts';
import type { Language } from '../language.ts';

/** A kind of background job, which any server may run. */
export interface JobKind<Input extends Type.TObject = Type.TObject> {
  readonly name: string;
  readonly input: Input;
  /** How many run at once: a number on each server, or one on all servers together. */
  readonly atOnce: { readonly onEach: number } | 'one';
  /** Nobody is told of its end, because it only looks at something while a person waits for it. */
  readonly quiet?: true;
}

export const defineJob = <Input extends Type.TObject>(kind: JobKind<Input>): JobKind<Input> => kind;

export type JobInput<Kind> = Kind extends JobKind<infer Input> ? Type.Static<Input> : never;

/** The progress of a job; fields that are left out stay as they were. */
export interface JobProgress {
  readonly phase?: string;
  readonly rows?: number;
  /** Rows that were processed, and how many of them were accepted and refused. */
  readonly done?: number;
  readonly accepted?: number;
  readonly refused?: number;
}

/** How a job ended. The counts are what its list and its notice tell, so that no kind can end without them. */
export interface JobEnd {
  readonly accepted: number;
  readonly refused: number;
  /** What its work answers; the counts unless given. */
  readonly result?: object;
}

/** The transaction that writes a step. */
export type StepWriter = Writer;

/** A job that is running on this server. */
export interface JobUnderWay {
  readonly id: string;
  /** The cursor of the last step of earlier runs; undefined in a first run. */
  readonly cursor: object | undefined;
  /** Aborted when the work has to end: somebody stopped the job, another server has it, or this server stops. */
  readonly signal: AbortSignal;
  /** Reports progress, which is written a moment later. Throws when the work has to end. */
  progress(progress: JobProgress): void;
  /**
   * Ends a step (checkpoint): commits the cursor together with what the transaction writes, so that a later run resumes after it.
   * Throws if another run has the job meanwhile, which rolls the step back.
   */
  step(writer: StepWriter, cursor: object, progress?: JobProgress): Promise<void>;
  /** The same for the last step. */
  end(writer: StepWriter, end: JobEnd): Promise<void>;
  /** Reads the file of the job from its beginning. */
  original(): AsyncGenerator<Buffer>;
  /** Appends refused lines to the file of refusals, within a step; `position` is the number of the piece. */
  refuse(writer: StepWriter, position: number, lines: readonly object[]): Promise<void>;
}

export interface JobWork<Kind extends JobKind> {
  /**
   * The calls that the job goes on with, on behalf of whoever started it. Without the right to each of them, a run does not begin, and
   * one under way ends within seconds.
   */
  rights(input: JobInput<Kind>): readonly Call[];
  /** Does the work that is left after the cursor. What it returns ends the job, unless `end` has. */
  run(input: JobInput<Kind>, job: JobUnderWay, by: Principal): Promise<JobEnd>;
  /**
   * The titles of the columns of its file, whose first line is given: with them, refused lines are told with all their cells, to
   * be corrected and sent again. Not given where the lines of the file are no rows of codes.
   */
  titles?(input: JobInput<Kind>, first: readonly string[], language: Language): readonly string[];
  /** Undoes what the steps of a job have written, after it was stopped or broke off. */
  takeBack?(input: JobInput<Kind>, transaction: Connection, outcome: 'stopped' | 'broken'): Promise<void>;
}

/** Who started a job, from which address and in which language. */
export interface JobOwner {
  readonly accountId: number;
  readonly ip: string;
  readonly language: string;
}
