import Type from 'typebox';
import { type Access, defineCall } from '../call/call.ts';
import { Id, IdInput, Input, Moment, NoInput, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { readOnly, takenBy } from '../thing/thing-fields.ts';
import { type EventType, eventTypes } from './events.ts';
import { EventRefusal, type RefusalReason } from './refusal.ts';

/** Exceptions: incoming events and messages that do not fit. Each kind is shown on one or more screens. */

export type ExceptionScreenKey = 'repeatedquery' | 'deliveryorder' | 'loglist';

/** The kinds of exceptions, with the screens that show them. The text is `field.kind.<kind>`. */
export const exceptionKinds = {
  /** Two devices, or two files, reported the same code. */
  repeated_code: ['repeatedquery'],
  /** A code was reported for two work orders. */
  two_orders: ['repeatedquery', 'deliveryorder'],
  /** Two printers printed the same code. */
  printed_twice: ['repeatedquery'],
  /** An event depends on others that never arrived, or arrived too late to fit. */
  late_act: ['deliveryorder'],
  /** The code belongs to another product than the work order. */
  wrong_product: ['deliveryorder'],
  /** A code was reported after it was scrapped, replaced or sampled. */
  seen_after_destroyed: ['deliveryorder'],
  /** A device sent another batch under a key that it had used, so nothing of it was done. */
  reused_key: ['deliveryorder'],
  /** Goods were shipped, but no packing of them was reported. */
  never_packed: ['deliveryorder'],
  /** The goods received by a waybill are fewer, more or others than on it, or damaged. */
  shipment_difference: ['deliveryorder'],
  /** Returned goods were sold to somebody else, or not at all. */
  wrong_return: ['deliveryorder'],
  /** A handheld scanned goods that were refused later, and its person has not said what became of them. */
  refused_scan: ['deliveryorder'],
  /** More was to be made for a work order than its plan, its tolerance and what was allowed. */
  overproduction: ['deliveryorder'],
  /** An event that another system captured about codes of ours waits for what has not come yet. */
  epcis_event: ['deliveryorder'],
  /** A message of a WMS that cannot be processed. */
  wms_message: ['loglist'],
} as const satisfies Readonly<Record<string, readonly ExceptionScreenKey[]>>;
export type ExceptionKindName = keyof typeof exceptionKinds;

export const exceptionScreens = ['repeatedquery', 'deliveryorder', 'loglist'] as const;

export const kindsOn = (screen: ExceptionScreenKey): ExceptionKindName[] =>
  (Object.keys(exceptionKinds) as ExceptionKindName[]).filter((kind) =>
    (exceptionKinds[kind] as readonly ExceptionScreenKey[]).includes(screen),
  );

/** Why the event or message was refused, or, if it was accepted, what is wrong with it. The text is `refusal.event.<cause>`. */
export type ExceptionCause =
  | RefusalReason
  | 'printed_elsewhere'
  | `arrived_${'short' | 'over' | 'damaged' | 'broken_seal'}`;

export const exceptionSources = ['device', 'file', 'wms', 'document', 'epcis'] as const;
export type ExceptionSource = (typeof exceptionSources)[number];

export const exceptionStatuses = ['open', 'settled', 'discarded'] as const;

export const exceptionSteps = ['note', 'assigned', 'retried', 'settled', 'discarded', 'reopened'] as const;
export type ExceptionStep = (typeof exceptionSteps)[number];

/** One of the events in conflict. */
const Side = Type.Object({
  /** `now`: the event that came in. `before`: the earlier one. */
  role: Type.Enum(['now', 'before']),
  act: Type.Enum(Object.keys(eventTypes) as EventType[]),
  at: Moment(),
  work_order_id: Nullable(Id()),
  order_no: Nullable(Type.String()),
  line: Nullable(Type.String()),
  device: Nullable(Type.String()),
  person: Nullable(Type.String()),
  file: Nullable(Type.String()),
  /** The package that the code was packed into. */
  package: Nullable(Type.String()),
});
/** An event of another factory, whose details only that factory may see. */
const HiddenSide = Type.Object({ role: Type.Enum(['now', 'before']), hidden: Type.Literal(true) });

/** The maximum number of exceptions handled, and retried, in one call. */
const maxTogether = 500;
const maxRetried = 50;
const Ids = (most: number) => Type.Array(Id(), { minItems: 1, maxItems: most, uniqueItems: true });
/** The maximum length of the content as JSON. */
const longestContent = 400_000;

/** Defines the calls of an exception screen: its list, and what can be done with exceptions. All paths begin with `path`. */
export function defineExceptionScreen(key: ExceptionScreenKey, path: `/api/${string}`, { open = false } = {}) {
  const access: Access = open ? 'signed-in' : [key];
  return { ...exceptionList(key, path, access), key, ...lookingCalls(path, access), ...stepCalls(key, path) } as const;
}

const exceptionList = (key: ExceptionScreenKey, path: `/api/${string}`, access: Access) =>
  defineList({
    key,
    table: 'exception',
    path,
    calls: { page: { access }, export: { access: [`${key}:export`] } },
    fields: {
      kind: readOnly(Type.Enum(kindsOn(key)), { filter: true }),
      status: readOnly(Type.Enum([...exceptionStatuses]), { filter: true }),
      owner_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
      /** Open after its due time. */
      overdue: readOnly(Type.Boolean(), { filter: Type.Enum(['yes', 'no']) }),
      /** Whether it can be retried with its original content. */
      retriable: readOnly(Type.Boolean(), { exported: false }),
      /** The waybill that it is about, or that a message names; null if there is none, or the caller may not see it. */
      waybill_no: readOnly(Nullable(Type.String()), names('waybill', 'waybill_id')),
      waybill_id: readOnly(Nullable(Id()), { exported: false }),
      due_at: readOnly(Nullable(Moment()), { sort: true }),
      /** How much goods it is about, as far as that is known, and of which product; null for several. */
      units: readOnly(Nullable(Type.Integer())),
      product_id: readOnly(Nullable(Id()), { exported: false }),
      code: readOnly(Nullable(Type.String())),
      /** The number of codes concerned. */
      codes: readOnly(Type.Integer()),
      /** The cause, in the language of the caller. */
      cause: readOnly(Type.String()),
      owner: readOnly(Nullable(Type.String()), names('account', 'owner_id')),
      work_order_id: readOnly(Nullable(Id()), { exported: false }),
      work_order_no: readOnly(Nullable(Type.String()), names('work_order', 'work_order_id')),
      source: readOnly(Type.Enum([...exceptionSources])),
      /** The device, document or file that it came from; null if the caller may not see that. */
      source_name: readOnly(Nullable(Type.String())),
      times: readOnly(Type.Integer(), { sort: true }),
      last_at: readOnly(Moment(), { sort: true }),
      ...takenBy('settled'),
      settlement: readOnly(Nullable(Type.String())),
      created_at: readOnly(Moment(), { sort: true }),
    },
    /** Whether somebody is to settle it. */
    filters: { ...keyword, owned: Type.Optional(Type.Enum(['yes', 'no'])) },
    summaries: {
      page: 'List exceptions, newest first: what was received, from where, who has to settle it, and until when.',
    },
  });

/** Calls that read one exception, and the people to whom exceptions can be assigned. */
const lookingCalls = (path: `/api/${string}`, access: Access) =>
  ({
    detail: defineCall({
      method: 'GET',
      path: `${path}/detail`,
      access,
      summary: 'Get an exception: what was received, what it conflicts with, and what was done about it.',
      input: IdInput(),
      output: Type.Object({
        id: Id(),
        codes: Type.Array(Type.String()),
        sides: Type.Array(Type.Union([Side, HiddenSide])),
        refusals: Type.Array(EventRefusal),
        /** The message as it came in, as JSON; null if it came from somebody whom the caller may not see. */
        raw: Nullable(Type.String()),
        /** What a retry sends unless it is corrected: of a message, what is left to be done; null where `raw` is. */
        content: Nullable(Type.String()),
        notes: Type.Array(
          Type.Object({
            step: Type.Enum([...exceptionSteps]),
            text: Type.String(),
            by: Nullable(Type.String()),
            at: Moment(),
          }),
        ),
      }),
    }),
    owners: defineCall({
      method: 'GET',
      path: `${path}/owners`,
      access,
      summary:
        'List people to whom exceptions can be assigned or, for callers who cannot assign them, who own some; at most ' +
        '50 that match the keyword, the one with the id first.',
      input: Input({ ...keyword, id: Type.Optional(Id()) }),
      output: Type.Array(
        Type.Object({
          id: Id(),
          name: Type.String(),
          /** Null for who may not assign exceptions. */
          account_name: Nullable(Type.String()),
        }),
      ),
    }),
  }) as const;

/** Calls that handle exceptions, each with a permission of its own. */
function stepCalls(key: ExceptionScreenKey, path: `/api/${string}`) {
  const post = (verb: 'assign' | 'note' | 'settle' | 'discard' | 'retry', summary: string) =>
    ({ method: 'POST', path: `${path}/${verb}`, access: [`${key}:${verb}`], summary }) as const;
  return {
    assign: defineCall({
      ...post(
        'assign',
        'Set owner and due time of open exceptions. Omitted fields keep their value; null clears them.',
      ),
      input: Input({
        ids: Ids(maxTogether),
        owner_id: Type.Optional(Nullable(Id())),
        due_at: Type.Optional(Nullable(Moment())),
      }),
      output: Type.Null(),
    }),
    note: defineCall({
      ...post('note', 'Add a note to exceptions.'),
      input: Input({ ids: Ids(maxTogether), text: RequiredText(1024) }),
      output: Type.Null(),
    }),
    settle: defineCall({
      ...post('settle', 'Settle open exceptions, with how they were resolved.'),
      input: Input({ ids: Ids(maxTogether), reason: RequiredText(512) }),
      output: Type.Null(),
    }),
    discard: defineCall({
      ...post('discard', 'Discard open exceptions that need no action, with a reason.'),
      input: Input({ ids: Ids(maxTogether), reason: RequiredText(512) }),
      output: Type.Null(),
    }),
    /** Whoever may settle may take it back. */
    reopen: defineCall({
      method: 'POST',
      path: `${path}/reopen`,
      access: [`${key}:settle`],
      summary:
        'Reopen exceptions that were settled or discarded by mistake, with a reason. Refused (409) if a retry was ' +
        'accepted, or while the same one is open again.',
      input: Input({ ids: Ids(maxTogether), reason: RequiredText(512) }),
      output: Type.Null(),
    }),
    retry: defineCall({
      ...post(
        'retry',
        'Retry what was received, unchanged or corrected. If it is accepted, the exception is settled; otherwise it ' +
          'stays open. Leaving codes out and correcting misread ones is a correction; anything else needs the permission ' +
          'of the desk. The event names the caller beside the device.',
      ),
      input: Input({
        ids: Ids(maxRetried),
        /** Corrected content as JSON, used instead of the original; for a single exception only. */
        content: Type.Optional(Text(longestContent)),
      }),
      output: Type.Object({
        results: Type.Array(Type.Object({ id: Id(), taken: Type.Boolean(), refusals: Type.Array(EventRefusal) })),
      }),
    }),
  } as const;
}

export type ExceptionScreen = ReturnType<typeof defineExceptionScreen>;
export type ExceptionRow = RowOf<ExceptionScreen>;

export const ownExceptions = defineCall({
  method: 'GET',
  path: '/api/exceptions/own',
  access: 'signed-in',
  personal: true,
  summary: "Count the caller's open exceptions, with their screens; an exception can be on several.",
  input: NoInput(),
  output: Type.Object({
    /** The account whose open exceptions are counted; a filter for the lists. */
    owner_id: Id(),
    total: Type.Integer(),
    overdue: Type.Integer(),
    screens: Type.Array(Type.Object({ screen: Type.Enum([...exceptionScreens]), open: Type.Integer() })),
  }),
});
