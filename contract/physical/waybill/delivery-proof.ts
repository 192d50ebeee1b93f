import Type from 'typebox';
import { defineCall, deskEvent } from '../../call/call.ts';
import { PictureHash } from '../../picture.ts';
import { Id, IdInput, Input, Moment, Nullable, Reason, RequiredText, Text } from '../../thing/fields.ts';

/** 签收凭证: who took the goods of a waybill over, by a drawn signature, photos, time, and the place if the person gave it. */

/** The most bytes of a drawn signature, a PNG. */
export const maxSignatureBytes = 64 * 2 ** 10;
const maxPhotos = 6;

export const ProofInput = () =>
  Input({
    /** Who took the goods over. */
    receiver: RequiredText(64),
    /** A PNG in base64. */
    signature: Type.Optional(Text(Math.ceil((maxSignatureBytes * 4) / 3) + 4, { pattern: '^[A-Za-z0-9+/]+={0,2}$' })),
    photos: Type.Optional(Type.Array(PictureHash(), { maxItems: maxPhotos })),
    latitude: Type.Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
    longitude: Type.Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
    /** In metres. */
    accuracy: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
    note: Type.Optional(Nullable(Text(512))),
  });
export type ProofInput = Type.Static<ReturnType<typeof ProofInput>>;

const Proof = Type.Object({
  id: Id(),
  receiver: Type.String(),
  /** A PNG in base64; null if nobody signed. */
  signature: Nullable(Type.String()),
  photos: Type.Array(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  accuracy: Nullable(Type.Integer()),
  note: Nullable(Type.String()),
  at: Moment(),
  /** The person at the desk; null where the caller may not see the person. */
  by: Nullable(Type.String()),
  withdrawn_at: Nullable(Moment()),
  withdrawal_reason: Nullable(Type.String()),
});
export type DeliveryProof = Type.Static<typeof Proof>;

export const deliveryProofs = defineCall({
  method: 'GET',
  path: '/api/physical/freight/proofs',
  access: ['freight', 'arrival'],
  summary: 'List the proofs of delivery of a waybill, latest first, also those that were withdrawn.',
  input: IdInput(),
  output: Type.Array(Proof),
});

export const prove = deskEvent(
  '/api/physical/arrival/prove',
  ['arrival:sign'],
  'Add a proof of delivery to a waybill that has left.',
  Input({ id: Id(), proof: ProofInput() }),
  Type.Object({ id: Id() }),
);

export const proofWithdraw = deskEvent(
  '/api/physical/arrival/withdrawproof',
  ['arrival:sign'],
  'Withdraw a proof of delivery, with a reason. It stays with the waybill, as withdrawn.',
  Input({ id: Id(), proof_id: Id(), reason: Reason() }),
  Type.Null(),
);

/** Whether it counts. */
export const stands = ({ withdrawn_at }: Pick<DeliveryProof, 'withdrawn_at'>): boolean => withdrawn_at === null;
