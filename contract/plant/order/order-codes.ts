import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { Id, Input, Moment, Nullable, Text } from '../../thing/fields.ts';
import { exportFormats } from '../../thing/list.ts';
import { onHold } from '../../trace/on-hold.ts';
import { lives } from '../../trace/states.ts';

/** The figures of a work order's reconciliation for which the codes can be listed. */
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

/** Figures of codes that are on no product yet. Their list is sensitive: whoever has it could print the codes. */
export const isUnusedFigure = (figure: OrderFigure): boolean =>
  ['issued', 'unprinted', 'printed_unused', 'printed'].includes(figure);

const figureOfOrder = { id: Id(), figure: Type.Enum([...orderFigures]) };

const OrderCode = Type.Object({
  code: Type.String(),
  level: Type.Integer(),
  life: Type.Enum([...lives]),
  /** The package around it. */
  lies_in: Nullable(Type.String()),
  /** The number of units that it stands for. */
  units: Type.Integer(),
  /** The time of the latest event on it. */
  last_at: Nullable(Moment()),
  ...onHold,
});
export type OrderCode = Type.Static<typeof OrderCode>;

export const orderCodes = defineCall({
  method: 'GET',
  path: '/api/plant/workorders/codes',
  access: ['orderlist'],
  summary:
    'List the codes behind a figure of a work order (paged): `after` is the `next` of the previous page. Codes not yet ' +
    'on a product need the permission to download codes (records:download).',
  input: Input({
    ...figureOfOrder,
    after: Type.Optional(Text(64, { pattern: '^\\d+:\\d+$' })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  }),
  output: Type.Object({
    /** The requested number of rows, or somewhat more. */
    rows: Type.Array(OrderCode),
    /** The cursor of the next page; null on the last one. */
    next: Nullable(Type.String()),
  }),
});

export const orderCodesExport = {
  method: 'GET',
  path: '/api/plant/workorders/exportcodes',
  access: ['orderlist:export'],
  answers: 'file',
  traced: true,
  summary: 'Export all codes behind a figure of a work order as XLSX or CSV.',
  input: Input({ ...figureOfOrder, format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;
