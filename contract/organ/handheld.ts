import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, RequiredText } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { readOnly } from '../thing/thing-fields.ts';

/** 手持终端: the handhelds, each in the hands of each of its people, and what the console does with them. */

/** `signed_out`: its person has to sign in with the password. `locked`: nobody lets its person in until it is unlocked. */
export const handheldStates = ['signed_in', 'signed_out', 'locked'] as const;

export const handheld = defineList({
  key: 'handheld',
  list: 'handhelds',
  table: 'handheld',
  path: '/api/organ/handhelds',
  calls: { page: { path: '/api/organ/handhelds/list' } },
  fields: {
    /** What people call it. */
    name: readOnly(Nullable(Type.String()), { sort: true }),
    account_id: readOnly(Nullable(Id()), { exported: false }),
    account: readOnly(Nullable(Type.String()), names('account', 'account_id')),
    party_name: readOnly(Nullable(Type.String())),
    state: readOnly(Type.Enum([...handheldStates]), { filter: true }),
    seen_at: readOnly(Moment(), { sort: true }),
    /** Scans of this person that wait on it, and since when, as it last told. */
    waiting: readOnly(Type.Integer(), { sort: true }),
    oldest_waiting_at: readOnly(Nullable(Moment()), { sort: true }),
    /** Its scans that the server refused and nobody has settled. */
    refused: readOnly(Type.Integer()),
    /** From 0 to 1. */
    battery: readOnly(Nullable(Type.Number())),
    last_error: readOnly(Nullable(Type.String())),
    /** The first eight digits of its id, which it shows itself. */
    no: readOnly(Type.String()),
    device: readOnly(Type.String(), { exported: false }),
    model: readOnly(Nullable(Type.String())),
    /** By how many milliseconds its clock is ahead. */
    clock_ahead: readOnly(Type.Integer()),
    version: readOnly(Type.String()),
    /** The last message to its person, and when that was read. */
    message: readOnly(Nullable(Type.String())),
    message_at: readOnly(Nullable(Moment())),
    message_read_at: readOnly(Nullable(Moment())),
    locked_at: readOnly(Nullable(Moment())),
    ip: readOnly(Type.String()),
    created_at: readOnly(Moment(), { sort: true }),
    id: readOnly(Id()),
  },
  filters: { ...keyword },
  summaries: {
    page: 'List handhelds (paged), with a row for each person who uses one: what waits on it, and when it was last seen.',
  },
});
export type Handheld = RowOf<typeof handheld>;

export const handheldMessage = defineCall({
  method: 'POST',
  path: '/api/organ/handhelds/message',
  access: ['handheld:message'],
  summary: 'Send a message to the person of a handheld, which it shows at its next contact until it was read.',
  input: Input({ id: Id(), message: RequiredText(200) }),
  output: IdOutput(),
});

export const handheldEnd = defineCall({
  method: 'POST',
  path: '/api/organ/handhelds/end',
  access: ['handheld:end'],
  summary:
    'End the session of a person on a handheld. At its next contact the PIN stops working there; what waits on it stays, and is ' +
    'sent once its person has signed in again.',
  input: IdInput(),
  output: IdOutput(),
});

export const handheldLock = defineCall({
  method: 'POST',
  path: '/api/organ/handhelds/lock',
  access: ['handheld:lock'],
  summary: 'End the session of a person on a handheld, and refuse that person’s sign-in there until it is unlocked.',
  input: IdInput(),
  output: IdOutput(),
});

export const handheldUnlock = defineCall({
  method: 'POST',
  path: '/api/organ/handhelds/unlock',
  access: ['handheld:lock'],
  summary: 'Let a person sign in on a handheld again.',
  input: IdInput(),
  output: IdOutput(),
});
