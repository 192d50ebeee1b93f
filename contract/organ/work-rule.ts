import Type from 'typebox';
import { waitingNames } from '../access/notice.ts';
import { Status } from '../base/partner-fields.ts';
import { Id, Nullable } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../thing/thing-fields.ts';

/** 待办规则: who is to do which kind of work, until when, and who learns of it if it is not done. */

/**
 * Who owns new work: the keeper of the warehouse or the manager of the dealer that it is about, the people of a role together, or
 * one person. If there is no such person who may do it, it waits for all who may.
 */
export const ownersByRule = ['keeper', 'dealer_manager', 'role', 'account'] as const;
export const escalationTargets = ['dealer_manager', 'role', 'account'] as const;

/** A year at most. */
const Hours = (minimum: number) => Type.Integer({ minimum, maximum: 8760 });

export const workRule = defineThing({
  key: 'todorule',
  table: 'work_rule',
  parties: 'nothing',
  code: 'waiting',
  path: '/api/organ/todorule',
  fields: {
    /** The kind of work. */
    waiting: required(Type.Enum([...waitingNames]), { sort: true, filter: true }),
    owner_by: required(Type.Enum([...ownersByRule]), { filter: true }),
    role_id: optional(Id(), { exported: false }),
    role: readOnly(Nullable(Type.String()), names('role', 'role_id')),
    account_id: optional(Id(), { exported: false }),
    account: readOnly(Nullable(Type.String()), names('account', 'account_id')),
    /** Hours from when it came up; without them, the usual time of the kind. */
    due_hours: optional(Hours(1)),
    /** Hours after it was due; without them it is not escalated. */
    escalate_hours: optional(Hours(0)),
    escalate_by: optional(Type.Enum([...escalationTargets])),
    escalate_role_id: optional(Id(), { exported: false }),
    escalate_role: readOnly(Nullable(Type.String()), names('role', 'escalate_role_id')),
    escalate_account_id: optional(Id(), { exported: false }),
    escalate_account: readOnly(Nullable(Type.String()), names('account', 'escalate_account_id')),
    status: defaulted(Status(), { filter: true, sort: true }),
    ...moments,
  },
  without: ['import'],
  summaries: {
    page: 'List the rules about owners, due times and escalation of work that waits, one for each kind.',
    add: 'Add the rule of a kind of work. It applies to what waits already, too, unless a person was given it.',
    update: 'Change a rule. Omitted fields keep their value.',
    delete: 'Delete a rule: the usual owner and due time apply again.',
  },
});
export type WorkRule = RowOf<typeof workRule>;
