import type { Kysely } from 'kysely';
import type { Permission } from '../../../contract/menu.ts';
import type { Schema } from '../database/schema.ts';

/** The part of one person in a decision that takes two, with the permission that it needs. */
export interface DecisionPart {
  readonly account: number;
  readonly right: Permission;
}

/** A decision that one person asks for and another one makes (four-eyes principle). */
export interface Decision {
  readonly asker: DecisionPart;
  readonly decider: DecisionPart;
  readonly askedAt: Date;
}

/** Throws if asker and decider may be the same person. Provided by the module that keeps accounts. */
export type RequireSeparateDuties = (db: Kysely<Schema>, decision: Decision) => Promise<void>;
