import { epcisEventTypes } from '@suyuan/codes/epc/epcis-event-types.ts';
import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { defineList, type RowOf } from '../thing/thing.ts';
import { periodIn, readOnly } from '../thing/thing-fields.ts';

const Uri = () => Text(1024);

/** EPCIS 事件: what was captured and what is done here, as events of EPCIS. */
export const epcisEvent = defineList({
  key: 'epcisevent',
  table: 'epcis_event',
  path: '/api/integration/events',
  parties: 'nothing',
  long: true,
  without: ['export'],
  calls: { page: { path: '/api/integration/events/list' } },
  fields: {
    /** The event ID, with the time of its error declaration if it was declared wrong. */
    id: readOnly(Type.String(), { exported: false }),
    event_time: readOnly(Moment(), { sort: true }),
    type: readOnly(Type.String(), { filter: Type.Enum([...epcisEventTypes]) }),
    action: readOnly(Nullable(Type.String())),
    /** Words of the Core Business Vocabulary, or URIs of others. */
    biz_step: readOnly(Nullable(Type.String()), { filter: Text(200) }),
    disposition: readOnly(Nullable(Type.String()), { filter: Text(200) }),
    /** The first of its objects and classes, and how many there are. */
    objects: readOnly(Type.Array(Type.String())),
    object_count: readOnly(Type.Integer()),
    read_point: readOnly(Nullable(Type.String()), { filter: Uri() }),
    biz_location: readOnly(Nullable(Type.String()), { filter: Uri() }),
    record_time: readOnly(Moment(), { sort: true }),
    event_id: readOnly(Type.String(), { filter: Uri() }),
    /** It was declared wrong. */
    declared: readOnly(Type.Boolean(), { exported: false }),
    time: periodIn('event_time'),
  },
  filters: {
    /** An EPC or a class, as URN or Digital Link, or a pattern. */
    epc: Type.Optional(Uri()),
    id: Type.Optional(Text(1100)),
  },
  summaries: { page: 'Find events of EPCIS (paged), the latest first.' },
});
export type EpcisEventRow = RowOf<typeof epcisEvent>;

export const epcisEventDetail = defineCall({
  method: 'GET',
  path: '/api/integration/events/detail',
  access: ['epcisevent'],
  parties: 'enterprise',
  summary:
    'Get an event as EPCIS 2.0 has it, in JSON-LD and in XML; an event that was declared wrong with its declaration.',
  input: Input({ id: RequiredText(1100) }),
  output: Type.Object({ json: Type.String(), xml: Type.String() }),
});

/** The most events of a file. */
export const mostOfFile = 1000;

export const epcisEventFile = {
  method: 'GET',
  path: '/api/integration/events/file',
  access: ['epcisevent:export'],
  parties: 'enterprise',
  answers: 'file',
  traced: true,
  summary: `Get the latest ${mostOfFile} events that a list of events shows as an EPCIS 2.0 document, in JSON-LD or XML.`,
  input: Input({
    format: Type.Enum(['jsonld', 'xml']),
    type: Type.Optional(Type.Enum([...epcisEventTypes])),
    biz_step: Type.Optional(Text(200)),
    disposition: Type.Optional(Text(200)),
    read_point: Type.Optional(Uri()),
    biz_location: Type.Optional(Uri()),
    event_id: Type.Optional(Uri()),
    epc: Type.Optional(Uri()),
    from: Type.Optional(Moment()),
    to: Type.Optional(Moment()),
  }),
  output: Type.Unknown(),
} as const satisfies Call;
