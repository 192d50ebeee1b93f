import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, IdInput, Input, Moment, Nullable, RequiredText } from '../../thing/fields.ts';

/**
 * Device keys authenticate the devices of a production line, or the system of a warehouse. A key is shown once, to the person
 * who creates it.
 */

/** The owner of a key: exactly one of the two is given. */
const owner = { line_id: Type.Optional(Id()), warehouse_id: Type.Optional(Id()) };
const access = ['workline:keys', 'store:keys'] as const;

export const DeviceKey = Type.Object({
  id: Id(),
  name: Type.String(),
  /** The person who created it; null if the caller may not see that person. */
  created_by_name: Nullable(Type.String()),
  created_at: Moment(),
  /** When the key was last used for a call. */
  last_seen_at: Nullable(Moment()),
  /** When the key was revoked; null while it is valid. */
  revoked_at: Nullable(Moment()),
});
export type DeviceKey = Type.Static<typeof DeviceKey>;

const NewKey = Type.Object({
  id: Id(),
  /** Answered only once, because the server stores a hash of it only. */
  key: Type.String(),
});

export const deviceKeyList = defineCall({
  method: 'GET',
  path: '/api/plant/linekeys/list',
  access,
  summary:
    'List the device keys of a production line or warehouse, without the secret keys: active ones, then revoked ones.',
  input: Input(owner),
  output: Type.Array(DeviceKey),
});

export const deviceKeyAdd = defineCall({
  method: 'POST',
  path: '/api/plant/linekeys/add',
  access,
  summary: 'Create a device key for a production line or warehouse. The key is returned only once.',
  input: Input({ ...owner, name: RequiredText(64) }),
  output: NewKey,
});

export const deviceKeyRotate = defineCall({
  method: 'POST',
  path: '/api/plant/linekeys/rotate',
  access,
  summary:
    'Replace a device key by a new one of the same name, and revoke it at once. A repeated call, after a lost answer, ' +
    'replaces the new key as long as no device has used it.',
  input: IdInput(),
  output: NewKey,
});

export const deviceKeyRevoke = defineCall({
  method: 'POST',
  path: '/api/plant/linekeys/revoke',
  access,
  summary: 'Revoke a device key, with immediate effect.',
  input: IdInput(),
  output: Type.Null(),
});
