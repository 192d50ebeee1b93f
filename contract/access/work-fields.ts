import Type from 'typebox';
import { Id, Moment, Nullable } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { readOnly } from '../thing/thing-fields.ts';

/**
 * Whose work a row of a list is, and until when, for lists whose rows wait for somebody and have no owner of their own; null for rows
 * that do not wait.
 */
export const workFields = {
  work_owner: readOnly(Nullable(Type.String()), names('account', 'work_owner_id')),
  work_owner_id: readOnly(Nullable(Id()), { exported: false }),
  due_at: readOnly(Nullable(Moment())),
  overdue: readOnly(Type.Boolean(), { exported: false }),
};

/** `mine`: rows that are the caller's work, also by a role or escalated to the caller. */
export const workFilter = { work: Type.Optional(Type.Enum(['mine', 'overdue'])) };
