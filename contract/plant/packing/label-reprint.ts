import Type from 'typebox';
import { type Call, deskEvent } from '../../call/call.ts';
import { symbols } from '../../tagging/code-rule.ts';
import { Id, Input, Reason, RequiredCode } from '../../thing/fields.ts';
import { BatchKey } from '../../thing/identifiers.ts';

/** A single label that is printed again for goods that have it, because the first one is torn or cannot be read. */

/** The size of a single label by default, in millimetres. */
export const singleLabel = { width_mm: 60, height_mm: 40 } as const;

/** For how many minutes the label of a reprint can be fetched. */
export const reprintMinutes = 15;

export const labelReprint = deskEvent(
  '/api/plant/relevance/reprint',
  ['relevance:reprint'],
  'Record that the label of a code on goods is printed again, with a reason (EPCIS: encoding). Reprints of a code are ' +
    'counted, and the label says which one it is.',
  Input({ code: RequiredCode(), reason: Reason(), batch_key: BatchKey() }),
  Type.Object({
    event_id: Id(),
    code: Type.String(),
    /** How often the label was printed again, this time included. */
    reprint: Type.Integer(),
  }),
);

export const reprintedLabel = {
  method: 'GET',
  path: '/api/plant/relevance/label',
  access: ['relevance:reprint'],
  answers: 'file',
  traced: true,
  summary:
    'Get the label of a reprint as PDF, marked `R1`, `R2` and so on. Only for the person who recorded the reprint, for ' +
    'a quarter of an hour.',
  input: Input({
    event_id: Id(),
    /** By default, that of the code rule. */
    symbol: Type.Optional(Type.Enum([...symbols])),
    width_mm: Type.Optional(Type.Number({ minimum: 10, maximum: 300, default: singleLabel.width_mm })),
    height_mm: Type.Optional(Type.Number({ minimum: 8, maximum: 420, default: singleLabel.height_mm })),
  }),
  output: Type.Unknown(),
} as const satisfies Call;
