import type { Kysely } from 'kysely';
import type { Permission } from '../../../contract/menu.ts';
import type { Schema } from '../database/schema.ts';

/** Somebody's part in what takes two people, and the right it is played by. */
export interface DecisionPart {
  readonly account: number;
  readonly right: Permission;
}

/** What one person asked for and another one decides. */
export interface Decision {
  readonly asker: DecisionPart;
  readonly decider: DecisionPart;
  readonly askedAt: Date;
}

/** Refuses a decision by somebody who is not another person than the one who asked. Whoever keeps the accounts knows. */
export type RequireSeparateDuties = (db: Kysely<Schema>, decision: Decision) => Promise<void>;
