import type { DeclaredLife, StatusOf, StepOf } from '@suyuan/contract/life.ts';
import type { goodsServer } from '../goods/goods-server.ts';

/** The server that lives are walked on. */
export type Stage = Awaited<ReturnType<typeof goodsServer>>;

/** How the test walks the life of a record: there, by its steps, and back, by what undoes them. */
export interface Walk<L extends DeclaredLife = DeclaredLife, Thing extends object = object> {
  readonly life: L;
  /** A new record in this status. */
  begin(stage: Stage, status: StatusOf<L>): Promise<Thing>;
  /** How a step is taken, also where it undoes another one: it then puts back what the last step did. */
  readonly take: Readonly<Partial<Record<StepOf<L>, (stage: Stage, thing: Thing) => Promise<unknown>>>>;
  /** How a call undoes a step that no step of the life undoes. */
  readonly undo?: Readonly<Partial<Record<StepOf<L>, (stage: Stage, thing: Thing) => Promise<unknown>>>>;
  /** What people see of it: status, stock, figures, packages, states of codes. Moments (`…_at`) are not compared. */
  see(stage: Stage, thing: Thing): Promise<unknown>;
}

/** Declares a walk. It stands in `<thing>.walk.ts`, as the default export. */
export const defineWalk = <L extends DeclaredLife, Thing extends object>(walk: Walk<L, Thing>): Walk<L, Thing> => walk;
