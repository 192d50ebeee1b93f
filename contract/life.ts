import type { Call } from './call/call.ts';

/** What undoes a step: another step of the same life, a call about something else, or nothing, and why. */
type Undoing<Name extends string> = Name | { readonly call: Call } | { readonly nothing: string };

/** A step in the life of a record. */
interface Step<Status extends string, Name extends string> {
  readonly from: readonly Status[];
  /** The status afterwards, or those that it may lead to; without it, the record keeps its status or is gone. */
  readonly to?: Status | readonly Status[];
  /** The calls that take it. They say who may. */
  readonly by: Call | readonly Call[];
  /** One answer for all statuses that it is taken from, or one for each. */
  readonly undoneBy: Undoing<Name> | { readonly [S in Status]?: Undoing<Name> };
  /** What is left of it once it is undone, in a sentence. */
  readonly leaves?: string;
}

type Steps<Status extends string, Names> = {
  readonly [Name in keyof Names]: Step<Status, keyof Names & string>;
};

/** The life of a record, as anybody reads it who does not know which. */
export interface DeclaredLife {
  readonly thing: string;
  readonly statuses: readonly string[];
  readonly steps: Readonly<Record<string, Step<string, string>>>;
}

/** The steps of a life, by name; the statuses in it. */
export type StepOf<L extends DeclaredLife> = keyof L['steps'] & string;
export type StatusOf<L extends DeclaredLife> = L['statuses'][number];

/**
 * Declares the life of a record: its statuses and the steps between them, each with what undoes it. A step that is undone by
 * none of the life's steps does not compile. Stands in `contract/<branch>/<thing>.life.ts`, where docs/undo.md and the test that
 * walks every step there and back find it.
 */
export function defineLife<const Status extends string, const Names extends Steps<NoInfer<Status>, Names>>(life: {
  /** The record, as docs/undo.md names it. */
  readonly thing: string;
  readonly statuses: readonly Status[];
  readonly steps: Names;
}) {
  const from = new Map<string, ReadonlySet<string>>(
    Object.entries<Step<Status, string>>(life.steps).map(([name, step]) => [name, new Set(step.from)]),
  );
  return {
    ...life,
    /** Whether a step may be taken in this status. */
    mayTake: (step: keyof Names & string, status: Status): boolean => from.get(step)?.has(status) === true,
  };
}

/** What undoes a step that was taken in this status. */
export function undoingOf({ steps }: DeclaredLife, name: string, status: string): Undoing<string> {
  const { undoneBy } = steps[name] as Step<string, string>;
  if (typeof undoneBy === 'string' || 'call' in undoneBy || 'nothing' in undoneBy) return undoneBy as Undoing<string>;
  const undoing = (undoneBy as Readonly<Record<string, Undoing<string>>>)[status];
  if (undoing === undefined) throw new Error(`undoneBy of the step ${name} must cover the status ${status}`);
  return undoing;
}

export const isLife = (value: unknown): value is DeclaredLife =>
  typeof value === 'object' && value !== null && 'statuses' in value && 'steps' in value && 'mayTake' in value;

/** The calls that take a step. */
export const callsOf = ({ by }: Step<string, string>): readonly Call[] => ('path' in by ? [by] : by);
