import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, IdInput, Input, Moment, Nullable, RequiredText } from '../thing/fields.ts';

/**
 * Device keys: with one, a device of a production line or the system of a warehouse calls the server. Only whoever makes a key
 * sees it, once.
 */

/** Whose a key is: exactly one of both. */
const owner = { line_id: Type.Optional(Id()), warehouse_id: Type.Optional(Id()) };
const access = ['workline:keys', 'store:keys'] as const;

export const DeviceKey = Type.Object({
  id: Id(),
  name: Type.String(),
  /** Who made it; null for somebody whom one does not see. */
  created_by_name: Nullable(Type.String()),
  created_at: Moment(),
  /** When a device last called with it. */
  last_seen_at: Nullable(Moment()),
  /** Since when it opens nothing; null while it does. */
  revoked_at: Nullable(Moment()),
});
export type DeviceKey = Type.Static<typeof DeviceKey>;

const NewKey = Type.Object({
  id: Id(),
  /** Shown this once: the server keeps its hash alone. */
  key: Type.String(),
});

export const deviceKeyList = defineCall({
  method: 'GET',
  path: '/api/plant/linekeys/list',
  access,
  summary:
    'The device keys of a production line or a warehouse without the keys themselves: those in use, then the revoked ones.',
  input: Input(owner),
  output: Type.Array(DeviceKey),
});

export const deviceKeyAdd = defineCall({
  method: 'POST',
  path: '/api/plant/linekeys/add',
  access,
  summary: 'Make a device key for a production line or a warehouse. The answer is the only time that the key is told.',
  input: Input({ ...owner, name: RequiredText(64) }),
  output: NewKey,
});

export const deviceKeyRotate = defineCall({
  method: 'POST',
  path: '/api/plant/linekeys/rotate',
  access,
  summary:
    'Make a new key of the same name in place of one, which is revoked at once. Asked for again, where the answer was lost, ' +
    'it replaces the new one as long as no device has called with it.',
  input: IdInput(),
  output: NewKey,
});

export const deviceKeyRevoke = defineCall({
  method: 'POST',
  path: '/api/plant/linekeys/revoke',
  access,
  summary: 'Revoke a device key: from now on it is unknown.',
  input: IdInput(),
  output: Type.Null(),
});
