import Type from 'typebox';
import { type Call, defineCall, type OutputOf } from '../../call/call.ts';
import { Id, IdInput, IdOutput, Input, Moment, RequiredText, Text } from '../../thing/fields.ts';
import { workOrderStatuses } from './work-order.ts';

export const workOrderClose = {
  method: 'POST',
  path: '/api/plant/workorders/close',
  access: ['orderlist:close'],
  secondPerson: 'orderlist:finish',
  begunBy: 'finished_by_id',
  summary:
    'Close a finished work order. If its reconciliation does not balance, or reports are outstanding, another person ' +
    'than the one who finished it closes it, with a reason. The figures of the reconciliation are recorded.',
  input: Input({ id: Id(), reason: Type.Optional(Text(512)) }),
  output: Type.Object({ ...IdOutput().properties, status: Type.Enum([...workOrderStatuses]) }),
} as const satisfies Call;

export const workOrderReopen = {
  method: 'POST',
  path: '/api/plant/workorders/reopen',
  access: ['orderlist:close'],
  secondPerson: 'orderlist:close',
  begunBy: 'closed_by_id',
  summary:
    'Reopen a closed work order, as another person than the one who closed it, with a reason. Late reports can be ' +
    'booked, and it is closed again. The signed figures stay on record.',
  input: Input({ id: Id(), reason: RequiredText(512) }),
  output: Type.Object({ ...IdOutput().properties, status: Type.Enum([...workOrderStatuses]) }),
} as const satisfies Call;

const DeviceToCome = () => Type.Object({ name: Type.String(), seen_at: Moment() });

/** What may still come in for a work order: it should be there before the order is closed. */
export const workOrderToCome = defineCall({
  method: 'GET',
  path: '/api/plant/workorders/tocome',
  access: ['orderlist'],
  summary:
    'List what may still arrive for a work order: waiting events, events not yet sent by its devices, silent devices.',
  input: IdInput(),
  output: Type.Object({
    /** Events of devices that wait on the server for others. */
    waiting: Type.Integer(),
    /** Open exceptions about events that came too late or too early. */
    exceptions: Type.Integer(),
    /** Devices of its line that have not sent everything, by their last heartbeat. */
    unsent: Type.Array(Type.Object({ ...DeviceToCome().properties, queue: Type.Integer() })),
    /** Devices of its line that were last heard of while it was made: what they did since is not known. */
    silent: Type.Array(DeviceToCome()),
    /** There is none of all this. */
    nothing: Type.Boolean(),
  }),
});
export type ToCome = OutputOf<typeof workOrderToCome>;
