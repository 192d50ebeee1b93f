import Type from 'typebox';
import type { Call } from '../../call/call.ts';
import { Id, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';

/** The releases of a lot, in their order. */
const lotReleases = ['quality', 'market'] as const;

/** Who released the lot of a work order, and what was taken back. */
export const LotRelease = Type.Object({
  quality_released_at: Nullable(Moment()),
  quality_released_by: Nullable(Type.String()),
  quality_released_by_id: Nullable(Id()),
  /** Why quality released it although samples or results were missing, or a test was failed. */
  quality_reason: Nullable(Type.String()),
  market_released_at: Nullable(Moment()),
  market_released_by: Nullable(Type.String()),
  market_released_by_id: Nullable(Id()),
  /** Who did the latest of the releases: another person does the next one, or takes it back. */
  last_released_by_id: Nullable(Id()),
  /** Releases that were taken back, the latest first. */
  taken_back: Type.Array(
    Type.Object({
      release: Type.Enum([...lotReleases]),
      by: Nullable(Type.String()),
      by_id: Nullable(Id()),
      at: Moment(),
      reason: Type.String(),
    }),
  ),
});

export const lotRelease = {
  method: 'POST',
  path: '/api/plant/workorders/releaselot',
  access: ['orderlist:quality'],
  secondPerson: 'orderlist:quality',
  begunBy: 'last_released_by_id',
  parties: 'enterprise',
  summary:
    'Release the lot of a work order: for quality once all of its work orders are finished, then for the market, by ' +
    'another person than for quality. Where its sample plan is not fulfilled, quality releases it with a `reason`, by ' +
    'another person than who finished the order or recorded the last result.',
  input: Input({ id: Id(), release: Type.Enum([...lotReleases]), reason: Type.Optional(Text(512)) }),
  output: LotRelease,
} as const satisfies Call;

export const lotTakeBack = {
  method: 'POST',
  path: '/api/plant/workorders/takebacklot',
  access: ['orderlist:quality'],
  secondPerson: 'orderlist:quality',
  begunBy: 'last_released_by_id',
  parties: 'enterprise',
  summary:
    'Revoke the last release of the lot of a work order, by another person than the one who released it, with a ' +
    'reason. Refused once goods of the lot are on a waybill or were shipped: hold or recall them instead.',
  input: Input({ id: Id(), release: Type.Enum([...lotReleases]), reason: RequiredText(512) }),
  output: LotRelease,
} as const satisfies Call;
