import Type from 'typebox';
import { Id, Input, Moment, Nullable, Text } from '../../thing/fields.ts';

/** 稽查: what an inspector tells of a code that was found, and the answer to it. */

export const inspectVerdicts = ['normal', 'suspected_diversion', 'false_label', 'unknown', 'void'] as const;
export type InspectVerdict = (typeof inspectVerdicts)[number];

/** What is wrong with a label: its GTIN is not that of its code, it contradicts itself, or it is not as GS1 has it. */
export const labelFindings = ['wrong_gtin', 'contradictory_code', 'malformed_code'] as const;
export type LabelFinding = (typeof labelFindings)[number];

/**
 * Notes for the inspector beside the verdict; the text is `inspectrecord.observation.<observation>`, and on handhelds, which load texts of
 * their own, `handheld.observation.<observation>`.
 */
export const observations = [
  'outside_area',
  'other_dealer',
  'not_sold',
  'place_unknown',
  'areas_unknown',
  'returned',
  'expired',
  'closed',
  'sampled',
  'destroyed',
  'inactive',
  'never_bound',
  ...labelFindings,
] as const;
export type Observation = (typeof observations)[number];

/** The position of a phone, in degrees; `accuracy` in metres. */
export const Position = () =>
  Input({
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    accuracy: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  });

/** An idempotency key chosen by the sender: a second request with the same key stores nothing again. */
export const UploadKey = () => Text(64, { pattern: '^[0-9A-Za-z-]{8,64}$' });

export const Expected = Type.Object({
  product_id: Nullable(Id()),
  product_code: Nullable(Type.String()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  production_date: Nullable(Type.String()),
  expiry_date: Nullable(Type.String()),
  /** The dealer that it was sold to, and in words the sales territory of that dealer and of the dealers above it. */
  dealer_id: Nullable(Id()),
  dealer_code: Nullable(Type.String()),
  dealer_name: Nullable(Type.String()),
  areas: Type.Array(Type.String()),
  shipped_at: Nullable(Moment()),
});
export type Expected = Type.Static<typeof Expected>;

/** The answer to an inspection. */
export const Inspection = Type.Object({
  id: Id(),
  verdict: Type.Enum([...inspectVerdicts]),
  /** Null if the code was never issued. */
  expected: Nullable(Expected),
  observations: Type.Array(Type.Enum([...observations])),
});
