import Type from 'typebox';
import { waitingNames } from '../access/notice.ts';
import { defineCall } from '../call/call.ts';
import { Id, IdInput, Input, Moment, Nullable, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, type RowOf } from '../thing/thing.ts';
import { periodIn, readOnly } from '../thing/thing-fields.ts';

/** 待办: each piece of work that waits, with its owner, its due time and what happened to it. */

export const workStates = ['open', 'overdue', 'escalated', 'done'] as const;
export type WorkState = (typeof workStates)[number];

/** Whose it is: the caller's own (also by a role, or escalated to the caller), nobody's, or somebody else's. */
export const whoseWork = ['mine', 'unowned', 'others'] as const;
export type WhoseWork = (typeof whoseWork)[number];

export const workItem = defineList({
  key: 'todo',
  table: 'work_item',
  parties: 'read',
  path: '/api/organ/todo',
  fields: {
    /** Its kind; the text is `waiting.<waiting>`. */
    waiting: readOnly(Type.Enum([...waitingNames]), { sort: true, filter: true }),
    /** The number or code that it is about. */
    what: readOnly(Type.String(), { filter: Text(128) }),
    state: readOnly(Type.Enum([...workStates]), { filter: true }),
    owner: readOnly(Nullable(Type.String()), names('account', 'owner_id')),
    owner_id: readOnly(Nullable(Id()), { exported: false }),
    /** The role whose people are to do it. */
    role: readOnly(Nullable(Type.String()), names('role', 'role_id')),
    role_id: readOnly(Nullable(Id()), { exported: false }),
    due_at: readOnly(Nullable(Moment()), { sort: true }),
    since: readOnly(Moment(), { sort: true }),
    /** The account or role that it was escalated to. */
    escalated_to: readOnly(Nullable(Type.String())),
    escalated_at: readOnly(Nullable(Moment())),
    ended_at: readOnly(Nullable(Moment()), { sort: true }),
    whose: readOnly(Type.Enum([...whoseWork]), { filter: true, exported: false }),
    /** Whether the caller may do it, and so take it over. */
    takeable: readOnly(Type.Boolean(), { exported: false }),
    /** Where it is done: the screen, and the query that shows its row. */
    screen: readOnly(Type.String(), { exported: false }),
    query: readOnly(Type.String(), { exported: false }),
    period: periodIn('since'),
  },
  summaries: {
    page:
      'List work that waits, or was done: what is the caller’s, what nobody owns of the kinds that the caller may do, and, ' +
      'with the permission to assign, what is others’.',
  },
});
export type WorkItem = RowOf<typeof workItem>;

/** What happened to a piece of work. */
export const workSteps = ['opened', 'taken', 'assigned', 'reminded', 'overdue', 'escalated', 'due', 'done'] as const;
export type WorkStep = (typeof workSteps)[number];

export const workHistory = defineCall({
  method: 'GET',
  path: '/api/organ/todo/history',
  access: ['todo'],
  summary: 'Get what happened to a piece of work, oldest first. `by` is null for what a rule did.',
  input: IdInput(),
  output: Type.Array(
    Type.Object({
      at: Moment(),
      step: Type.Enum([...workSteps]),
      by: Nullable(Type.String()),
      /** Whose it was afterwards: a person or a role. */
      owner: Nullable(Type.String()),
      note: Nullable(Type.String()),
    }),
  ),
});

const ids = { ids: Type.Array(Id(), { minItems: 1, maxItems: 500, uniqueItems: true }) };

export const workTake = defineCall({
  method: 'POST',
  path: '/api/organ/todo/take',
  access: ['todo:take'],
  effect: 'own-record',
  summary: 'Take over work that the caller may do, from nobody or from somebody else. Its history keeps it.',
  input: Input(ids),
  output: Type.Object({ changed: Type.Integer() }),
});

export const workAssign = defineCall({
  method: 'POST',
  path: '/api/organ/todo/assign',
  access: ['todo:take', 'todo:assign'],
  effect: 'own-record',
  summary:
    'Hand work on to somebody else who may do it: one’s own, or any with the permission to assign. The person is notified.',
  input: Input({ ...ids, account_id: Id(), note: Type.Optional(Text(512)) }),
  output: Type.Object({ changed: Type.Integer() }),
});

export const workRemind = defineCall({
  method: 'POST',
  path: '/api/organ/todo/remind',
  access: ['todo:remind'],
  effect: 'own-record',
  summary: 'Remind the owners of work, at most once an hour for each. Returns how many people were reminded.',
  input: Input({ ...ids, note: Type.Optional(Text(512)) }),
  output: Type.Object({ reminded: Type.Integer() }),
});

export const workPeople = defineCall({
  method: 'GET',
  path: '/api/organ/todo/people',
  access: ['todo:take', 'todo:assign'],
  summary: 'List the first fifty people who may do work of a kind, of the caller’s own party.',
  input: Input({
    waiting: Type.Enum([...waitingNames]),
    keyword: Type.Optional(Text(64)),
    id: Type.Optional(Id()),
  }),
  output: Type.Array(Type.Object({ id: Id(), name: Type.String(), account_name: Type.String() })),
});
