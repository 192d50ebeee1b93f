import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Input, Nullable, RequiredCode, Text } from '../thing/fields.ts';

export const verdicts = ['genuine', 'repeated', 'recalled', 'lost', 'unbound', 'void', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

export const ScanAnswer = Type.Object({
  verdict: Type.Enum([...verdicts]),
  /** The code as printed; null if the text is not one of our codes. */
  code: Nullable(Type.String()),
  product: Nullable(
    Type.Object({
      product_code: Type.String(),
      product_name: Type.String(),
      gtin: Nullable(Type.String()),
      spec: Nullable(Type.String()),
      lot: Nullable(Type.String()),
      /** `2026-01-31`. */
      production_date: Nullable(Type.String()),
      expiry_date: Nullable(Type.String()),
    }),
  ),
  /**
   * For the code of a case or pallet: its level of packing (2 to 4), and how many units it holds, each with a code of its own; null
   * if that is not known. Null for the code of a single item, and for an unknown code.
   */
  package: Nullable(Type.Object({ level: Type.Integer(), units: Nullable(Type.Integer()) })),
  /**
   * How often this code was scanned, this time included, and the time and region of the first scan. For an unknown code, these are
   * always 1 and null.
   */
  scan: Type.Object({
    count: Type.Integer(),
    first_at: Nullable(Type.String()),
    first_region: Nullable(Type.String()),
  }),
  trace: Type.Array(Type.Object({ step: Type.String(), at: Type.String(), region: Nullable(Type.String()) })),
});
export type ScanAnswer = Type.Static<typeof ScanAnswer>;

export const scan = defineCall({
  method: 'POST',
  path: '/api/consumer/scan',
  effect: 'own-record',
  access: 'public',
  summary:
    "Get the consumer's answer for a scanned code. The query is counted, and answered once it is recorded. Within half " +
    'an hour, a device that returns its token gets the same answer without another count.',
  input: Input({
    code: RequiredCode(),
    /** `remembered` of the previous answer: sealed, and without personal data. */
    remembered: Type.Optional(Text(1024)),
  }),
  output: Type.Object({
    ...ScanAnswer.properties,
    /** `product`: the text is the bar code of `product` and says nothing of one item; ask for the code of the item. No scan. */
    verdict: Type.Enum([...verdicts, 'product']),
    /** When this device asked before, if this is a repeated request that is not counted as a scan. */
    asked_before: Nullable(Type.String()),
    remembered: Nullable(Type.String()),
  }),
});
