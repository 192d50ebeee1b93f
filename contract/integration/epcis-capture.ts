import Type from 'typebox';
import { Moment, Text } from '../thing/fields.ts';
import { defineList, type RowOf } from '../thing/thing.ts';
import { periodIn, readOnly } from '../thing/thing-fields.ts';

/** `partly`: some events were kept, and others refused. */
export const captureResults = ['kept', 'partly', 'refused'] as const;

const CaptureError = Type.Object({ type: Type.String(), detail: Type.String() });

/** 采集任务: documents that other systems captured, with what was wrong with their events. */
export const epcisCapture = defineList({
  key: 'epciscapture',
  table: 'epcis_capture',
  path: '/api/integration/captures',
  parties: 'nothing',
  calls: { page: { path: '/api/integration/captures/list' } },
  fields: {
    id: readOnly(Type.String()),
    created_at: readOnly(Moment(), { sort: true }),
    /** The name of the key. */
    captured_by: readOnly(Type.String()),
    result: readOnly(Type.Enum([...captureResults]), { filter: true }),
    events: readOnly(Type.Integer()),
    kept: readOnly(Type.Integer()),
    error_behaviour: readOnly(Type.Enum(['rollback', 'proceed'])),
    error_count: readOnly(Type.Integer()),
    /** The first hundred errors, each about an event and its field. */
    errors: readOnly(Type.Array(CaptureError), { exported: false }),
    time: periodIn('created_at'),
  },
  filters: { id: Type.Optional(Text(36, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })) },
  summaries: { page: 'List documents that other systems captured (paged), the latest first, with errors by event.' },
});
export type EpcisCapture = RowOf<typeof epcisCapture>;
