import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Input, Moment, Nullable, Text } from '../thing/fields.ts';

/**
 * Calls of handhelds: what any person signed in may carry around without a network. Each act needs the permission of its desk.
 */

/** An id that the browser makes (`crypto.randomUUID`). */
export const Uuid = () => Text(36, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

/** The most scans that are said to wait: more than a shift has. */
const mostWaiting = 10_000_000;

/** A handheld tells that it is there. Its row, one for each person who uses it, is what the console shows of it. */
export const contact = defineCall({
  method: 'POST',
  path: '/api/handheld/contact',
  access: 'signed-in',
  effect: 'own-record',
  summary:
    'Tell that a handheld is there, and get the time of the server, the permissions in force, and the key by which ' +
    'snapshots are verified.',
  input: Input({
    device: Uuid(),
    /** What people call it. */
    name: Type.Optional(Text(64)),
    model: Type.Optional(Text(128)),
    /** The version of the program on it. */
    version: Text(64),
    /** How full it is, from 0 to 1; left out where the browser does not say. */
    battery: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    /** Scans of this person that are not answered yet, and when the first of them was; left out by whoever is signing in. */
    waiting: Type.Optional(Type.Integer({ minimum: 0, maximum: mostWaiting })),
    oldest_waiting_at: Type.Optional(Moment()),
    /** Why the last attempt to send failed, if it did; counts with `waiting` alone. */
    last_error: Type.Optional(Text(500)),
    /** The `sent_at` of the message that its person has read. */
    message_read: Type.Optional(Moment()),
    /** The time by its clock. */
    time: Moment(),
  }),
  output: Type.Object({
    /** The time of the server. */
    time: Moment(),
    account: Type.Object({ name: Type.String(), permissions: Type.Array(Type.String()) }),
    /** What the console has to tell its person, until it was read. */
    message: Type.Optional(Nullable(Type.Object({ text: Type.String(), sent_at: Moment() }))),
    /** The ECDSA P-256 key of this installation, as base64 of its SPKI, for `crypto.subtle.importKey('spki', …)`. */
    public_key: Type.String(),
    /**
     * 32 bytes in base64, always the same for this person on this handheld: they open what the handheld keeps encrypted for whoever has
     * forgotten the PIN.
     */
    recovery_key: Type.String(),
  }),
});
