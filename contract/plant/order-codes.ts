import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, Input, Moment, Nullable, Text } from '../thing/fields.ts';
import { exportFormats } from '../thing/list.ts';
import { lives } from '../trace/acts.ts';

/** The figures of a work order's reconciliation, each of which opens its codes. */
export const orderFigures = [
  'issued',
  'unprinted',
  'printed_unused',
  'voided',
  'label_scrapped',
  'label_sampled',
  'bound',
  'packed',
  'loose',
  'rejected',
  'sampled',
  'destroyed',
  'used_beside',
  'used_elsewhere',
  'printed',
  'replaced',
  'packages',
  'remainders',
] as const;
export type OrderFigure = (typeof orderFigures)[number];

/** Figures with codes that are on no product yet: whoever has them could print them. */
export const isUnusedFigure = (figure: OrderFigure): boolean =>
  ['issued', 'unprinted', 'printed_unused', 'printed'].includes(figure);

const asked = { id: Id(), figure: Type.Enum([...orderFigures]) };

const OrderCode = Type.Object({
  code: Type.String(),
  level: Type.Integer(),
  life: Type.Enum([...lives]),
  /** The package that it lies in. */
  lies_in: Nullable(Type.String()),
  /** Units that it stands for. */
  units: Type.Integer(),
  /** Of the last act that was about it. */
  last_at: Nullable(Moment()),
});
export type OrderCode = Type.Static<typeof OrderCode>;

export const orderCodes = defineCall({
  method: 'GET',
  path: '/api/plant/workorders/codes',
  access: ['orderlist'],
  summary:
    'The codes behind a figure of a work order, a page after the other: `after` is the `next` of the page before. Codes that ' +
    'are on no product yet are told to those who may download codes (records:download).',
  input: Input({
    ...asked,
    after: Type.Optional(Text(64, { pattern: '^\\d+:\\d+$' })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  }),
  output: Type.Object({
    /** As many as asked for, or somewhat more. */
    rows: Type.Array(OrderCode),
    /** Null on the last page. */
    next: Nullable(Type.String()),
  }),
});

export const orderCodesExport = {
  method: 'GET',
  path: '/api/plant/workorders/exportcodes',
  access: ['orderlist:export'],
  answers: 'file',
  traced: true,
  summary: 'All codes behind a figure of a work order as XLSX or CSV.',
  input: Input({ ...asked, format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;
