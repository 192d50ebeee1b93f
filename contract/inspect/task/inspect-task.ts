import Type from 'typebox';
import { AreaCode } from '../../base/area.ts';
import { defineCall } from '../../call/call.ts';
import { Id, IdInput, IdOutput, Input, Moment, NoInput, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { IdentifierOrNone } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { beganBy, periodIn, readOnly, rowOf } from '../../thing/thing-fields.ts';

/** 稽查任务: shops that an inspector goes to for a case, in the order of a short route. */

export const taskStatuses = ['open', 'finished', 'withdrawn'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** A stop is inspected once a code was inspected there; a shop may also not be found, or be closed. */
export const stopStatuses = ['open', 'inspected', 'not_found', 'closed'] as const;
export type StopStatus = (typeof stopStatuses)[number];

export const inspectTask = defineList({
  key: 'case',
  list: 'inspecttask',
  table: 'inspect_task',
  parties: 'nothing',
  path: '/api/inspect/task',
  fields: {
    task_no: readOnly(Type.String(), { sort: true, filter: IdentifierOrNone(32) }),
    status: readOnly(Type.Enum([...taskStatuses]), { filter: true, sort: true }),
    case_id: readOnly(Id(), { filter: true, exported: false }),
    case_no: readOnly(Type.String(), names('inspect_case', 'case_id')),
    case_title: readOnly(Type.String()),
    assignee_id: readOnly(Id(), { filter: true, exported: false }),
    assignee: readOnly(Type.String(), names('account', 'assignee_id')),
    due_at: readOnly(Moment(), { sort: true }),
    overdue: readOnly(Type.Boolean(), { filter: Type.Boolean() }),
    stops: readOnly(Type.Integer()),
    /** Stops that were inspected, or could not be. */
    done: readOnly(Type.Integer()),
    inspections: readOnly(Type.Integer()),
    note: readOnly(Nullable(Type.String())),
    result: readOnly(Nullable(Type.String())),
    ...beganBy('created'),
    updated_at: readOnly(Moment(), { exported: false }),
    finished_at: readOnly(Nullable(Moment()), { sort: true }),
    period: periodIn('created_at'),
  },
  summaries: { page: "List inspectors' tasks, newest first." },
});
export type InspectTask = RowOf<typeof inspectTask>;

const PlaceOfStop = () =>
  Input({
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  });

/** The name or address of a shop. */
export const StopName = () => RequiredText(256);
/** A shop to go to, and where it is as far as that is known. */
const StopInput = () =>
  Input({
    name: StopName(),
    area_code: Type.Optional(Nullable(AreaCode())),
    position: Type.Optional(Nullable(PlaceOfStop())),
    dealer_id: Type.Optional(Nullable(Id())),
  });

/** The most stops of a task. */
export const maxStops = 50;
const Stops = () => Type.Array(StopInput(), { minItems: 1, maxItems: maxStops });

export const taskAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/task/add',
  access: ['case:task'],
  parties: 'enterprise',
  summary:
    'Send an inspector to shops, for a case or for a warning, which becomes a case of its own if it is in none. The ' +
    'server puts the stops in the order of a short route, unless `ordered` says that they are.',
  input: Input({
    case_id: Type.Optional(Id()),
    warning_id: Type.Optional(Id()),
    assignee_id: Id(),
    due_at: Moment(),
    note: Type.Optional(Text(1000)),
    stops: Stops(),
    ordered: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ ...IdOutput().properties, task_no: Type.String(), case_id: Id(), case_no: Type.String() }),
});

export const taskUpdate = defineCall({
  method: 'POST',
  path: '/api/inspect/task/update',
  access: ['case:task'],
  parties: 'enterprise',
  summary:
    'Give an open task to another inspector, or change its due time and note. If `updated_at` is sent and outdated, the ' +
    'call is refused (409).',
  input: Input({
    id: Id(),
    assignee_id: Id(),
    due_at: Moment(),
    note: Type.Optional(Text(1000)),
    updated_at: Type.Optional(Moment()),
  }),
  output: IdOutput(),
});

export const taskWithdraw = defineCall({
  method: 'POST',
  path: '/api/inspect/task/withdraw',
  access: ['case:task'],
  parties: 'enterprise',
  summary: 'Withdraw an open task with a reason. What was inspected for it stays with the case.',
  input: Input({ id: Id(), reason: RequiredText(500) }),
  output: IdOutput(),
});

export const taskFinish = defineCall({
  method: 'POST',
  path: '/api/inspect/task/finish',
  access: ['inspectrecord:add', 'case:task'],
  parties: 'enterprise',
  summary:
    'Finish a task with its result, by its inspector or whoever gives tasks. Each stop must have been inspected, not ' +
    'found or closed. The owner of the case is told.',
  input: Input({ id: Id(), result: RequiredText(1000) }),
  output: IdOutput(),
});

export const taskReopen = defineCall({
  method: 'POST',
  path: '/api/inspect/task/reopen',
  access: ['inspectrecord:add', 'case:task'],
  parties: 'enterprise',
  summary: 'Open a finished or withdrawn task again while its case is open.',
  input: IdInput(),
  output: IdOutput(),
});

export const stopMark = defineCall({
  method: 'POST',
  path: '/api/inspect/task/stop',
  access: ['inspectrecord:add', 'case:task'],
  parties: 'enterprise',
  summary:
    'Mark a stop of an open task as inspected, not found or closed, or as open again. Not found and closed need a reason.',
  input: Input({
    id: Id(),
    status: Type.Enum([...stopStatuses]),
    reason: Type.Optional(Text(500)),
  }),
  output: IdOutput(),
});

const Stop = Type.Object({
  id: Id(),
  name: Type.String(),
  area_code: Nullable(Type.String()),
  area_name: Nullable(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  dealer_id: Nullable(Id()),
  dealer_name: Nullable(Type.String()),
  status: Type.Enum([...stopStatuses]),
  reason: Nullable(Type.String()),
  done_at: Nullable(Moment()),
  /** The distance from the previous stop in kilometres, as the crow flies; null if one of the places is unknown. */
  km: Nullable(Type.Integer()),
  inspections: Type.Array(
    Type.Object({ id: Id(), code: Type.String(), verdict: Type.String(), inspected_at: Moment() }),
  ),
});
export type TaskStop = Type.Static<typeof Stop>;

export const taskDetail = defineCall({
  method: 'GET',
  path: '/api/inspect/task/detail',
  access: ['case', 'inspectrecord:add'],
  parties: 'enterprise',
  summary: 'Get a task with its stops in the order of the route, distances, and what was inspected there.',
  input: IdInput(),
  output: Type.Object({ id: Id(), ...rowOf(inspectTask.fields), route: Type.Array(Stop) }),
});
export type TaskDetail = Type.Static<typeof taskDetail.output>;

export const ownTasks = defineCall({
  method: 'GET',
  path: '/api/inspect/task/own',
  access: ['inspectrecord:add'],
  parties: 'enterprise',
  summary: "List the caller's open tasks with their stops, the most urgent first.",
  input: NoInput(),
  output: Type.Array(
    Type.Object({
      id: Id(),
      task_no: Type.String(),
      case_title: Type.String(),
      due_at: Moment(),
      overdue: Type.Boolean(),
      note: Nullable(Type.String()),
      route: Type.Array(Stop),
    }),
  ),
});
export type OwnTask = Type.Static<typeof ownTasks.output>[number];

export const taskPlaces = defineCall({
  method: 'GET',
  path: '/api/inspect/task/places',
  access: ['case:task'],
  parties: 'enterprise',
  summary: 'List places where codes of a case or of a warning were seen or inspected, the most frequent first.',
  input: Input({ case_id: Type.Optional(Id()), warning_id: Type.Optional(Id()) }),
  output: Type.Array(
    Type.Object({
      name: Type.String(),
      area_code: Nullable(Type.String()),
      latitude: Nullable(Type.Number()),
      longitude: Nullable(Type.Number()),
      dealer_id: Nullable(Id()),
      source: Type.Enum(['told', 'address', 'inspection']),
      seen: Type.Integer(),
      last_at: Moment(),
    }),
  ),
});

export const taskInspectors = defineCall({
  method: 'GET',
  path: '/api/inspect/task/inspectors',
  access: ['case:task'],
  parties: 'enterprise',
  summary: 'List people of the enterprise who may inspect, with the number of their open tasks.',
  input: Input({ keyword: Type.Optional(Text(64)), id: Type.Optional(Id()) }),
  output: Type.Array(
    Type.Object({ id: Id(), name: Type.String(), account_name: Type.String(), tasks: Type.Integer() }),
  ),
});
