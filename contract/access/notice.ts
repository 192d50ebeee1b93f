import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, Moment, NoInput, Nullable } from '../thing/fields.ts';

/** Notifications of an account, and the work that waits for it. */

/** What happened. The text is `notice.<kind>`, with the notice's params as values. */
export const noticeKinds = [
  /** Somebody asks to reopen closed codes. */
  'reopen_asked',
  'reopen_approved',
  'reopen_refused',
  /** A work order is finished and can be closed. */
  'work_order_finished',
  'job_done',
  'job_refusals',
  'job_broken',
  /** Something was assigned to the account. */
  'assigned',
  /** Something came in and does not fit, and is the account's to settle. */
  'exception_raised',
  'warning_fired',
  /** Goods left for the account's warehouse, or for its dealer. */
  'waybill_shipped',
  /** A dealer asks to return goods into the account's warehouse. */
  'return_asked',
  'recall_begun',
  /** A recall concerns the account's party or warehouse. */
  'recall_notice',
  'recall_reminder',
  'recall_answered',
  'recall_lifted',
  /** An inspector has finished a task for the account's case. */
  'task_finished',
  /** A settlement above the limit waits for a second person. */
  'settlement_agreed',
  /** The database was put back to an earlier time, or may have been. */
  'database_restored',
  'database_maybe_restored',
  /** Work was given to the account by a rule or a person, is overdue, or was escalated to it. */
  'work_given',
  'work_reminded',
  'work_overdue',
  'work_escalated',
  'backup_failed',
  'backup_overdue',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Waiting work; the text is `waiting.<name>`. */
export const waitingNames = [
  'reopenings',
  'work_orders_to_close',
  'lots_to_release',
  'handovers_to_sign',
  'shifts_to_receive',
  'clearances_to_sign',
  'holds_to_release',
  'recalls_to_release',
  'repeated_codes',
  'production_data',
  'wms_messages',
  'unowned_repeated_codes',
  'unowned_production_data',
  'unowned_wms_messages',
  'warnings',
  'unowned_warnings',
  'cases',
  'inspect_tasks',
  'settlements_to_approve',
  'waybills_to_sign',
  'returns_to_receive',
  'returns_to_inspect',
  'recalls',
  'counts_to_approve',
  'certificates_to_renew',
  'recall_notices_to_acknowledge',
  'recall_notices_to_answer',
  'line_alarms',
  'stops_without_reason',
] as const;
export type WaitingName = (typeof waitingNames)[number];

/** Counting waiting work stops here. */
export const maxWaiting = 100;

/** A link to a screen: its menu key and the query of its address. */
export const Lead = Type.Object({ screen: Type.String(), query: Type.String() });
export type Lead = Type.Static<typeof Lead>;

export const Notice = Type.Object({
  id: Id(),
  kind: Type.Enum([...noticeKinds]),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** Links in order of preference: the notice links to the first one that the account may open. */
  leads: Type.Array(Lead),
  created_at: Moment(),
  read_at: Nullable(Moment()),
});
export type Notice = Type.Static<typeof Notice>;

export const noticesSummary = defineCall({
  method: 'GET',
  path: '/api/notices/standing',
  access: 'signed-in',
  personal: true,
  unattended: true,
  summary: `Count unread notices and the work that waits for the caller, up to ${maxWaiting} of each kind.`,
  input: NoInput(),
  output: Type.Object({
    unread: Type.Integer(),
    /** The id of the newest notice; 0 if there is none. */
    newest: Type.Integer(),
    waiting: Type.Array(
      Type.Object({
        name: Type.Enum([...waitingNames]),
        count: Type.Integer(),
        /** How many of them should have been done by now. */
        overdue: Type.Integer(),
        ...Lead.properties,
      }),
    ),
  }),
});
export type NoticesSummary = Type.Static<typeof noticesSummary.output>;

export const noticeList = defineCall({
  method: 'GET',
  path: '/api/notices/list',
  access: 'signed-in',
  personal: true,
  summary: "List the caller's notices, newest first, thirty at a time.",
  input: Input({
    /** Only notices with a smaller id. */
    before: Type.Optional(Id()),
    unread: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ rows: Type.Array(Notice), more: Type.Boolean() }),
});

export const noticesRead = defineCall({
  method: 'POST',
  path: '/api/notices/read',
  access: 'signed-in',
  personal: true,
  effect: 'own-record',
  summary: "Mark the caller's notices as read: those given, or all up to the newest one seen.",
  input: Input({
    ids: Type.Optional(Type.Array(Id(), { maxItems: 500 })),
    up_to: Type.Optional(Id()),
  }),
  output: Type.Null(),
});
