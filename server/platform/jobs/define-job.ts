import type Type from 'typebox';
import type { Connection } from '../database/database.ts';
import type { Writer } from '../database/statements/either-writer.ts';

/** A kind of work that goes on behind its answer, on whichever server. */
export interface JobKind<Input extends Type.TObject = Type.TObject> {
  readonly name: string;
  readonly input: Input;
  /** How many are worked on at once: so many on each server, or one on all servers together. */
  readonly atOnce: { readonly onEach: number } | 'one';
}

export const defineJob = <Input extends Type.TObject>(kind: JobKind<Input>): JobKind<Input> => kind;

export type JobInput<Kind> = Kind extends JobKind<infer Input> ? Type.Static<Input> : never;

/** How far a job is; what is left out stays as it was. */
export interface JobProgress {
  readonly phase?: string;
  readonly rows?: number;
  /** Rows that were dealt with; so many of them accepted, and so many refused. */
  readonly done?: number;
  readonly accepted?: number;
  readonly refused?: number;
}

/** Whoever writes a step. */
export type StepWriter = Writer;

/** A job that is being worked on here. */
export interface JobUnderWay {
  readonly id: string;
  /** Where an earlier run got to: what its last step said. */
  readonly cursor: object | undefined;
  /** Aborted when the work is to end: somebody stopped the job, another server has it, or this one stops. */
  readonly signal: AbortSignal;
  /** Tells people how far it is, a moment later. Throws when the work is to end. */
  progress(progress: JobProgress): void;
  /**
   * Makes a step of it what the transaction writes: both are kept or neither is, and a later run goes on behind it. Throws
   * when another run has the job, so that nothing of this one is kept any more.
   */
  step(writer: StepWriter, cursor: object, progress?: JobProgress): Promise<void>;
  /** The same for the last step: what the job comes to is kept with it. */
  end(writer: StepWriter, result: object): Promise<void>;
  /** The file that it reads, from its beginning. */
  original(): AsyncGenerator<Buffer>;
  /** Keeps lines that were refused with a step; `position` puts them behind those before. */
  refuse(writer: StepWriter, position: number, lines: readonly object[]): Promise<void>;
}

export interface JobWork<Kind extends JobKind> {
  /** Does the work from where the cursor is. What it answers is what the job comes to, unless it ended by a step. */
  run(input: JobInput<Kind>, job: JobUnderWay, by: JobOwner): Promise<object>;
  /** Takes back what steps of a job have written that was stopped or is broken. */
  takeBack?(input: JobInput<Kind>, transaction: Connection, outcome: 'stopped' | 'broken'): Promise<void>;
}

/** For whom a job works, and from where it was asked for. */
export interface JobOwner {
  readonly accountId: number;
  readonly ip: string;
  readonly language: string;
}
