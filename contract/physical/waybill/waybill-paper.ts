import Type from 'typebox';
import type { Call } from '../../call/call.ts';
import { Id, Input } from '../../thing/fields.ts';

/** Documents of a waybill: the waybill with its lines, the packing list, or one label for each pallet. */
export const paperKinds = ['waybill', 'packing_list', 'pallet_labels'] as const;
export type PaperKind = (typeof paperKinds)[number];
export const labelSizes = ['a6', 'a5'] as const;

/** The maximum number of packages on a document; larger waybills are printed in parts. */
export const maxPrinted = 2000;

export const waybillPaper = {
  method: 'GET',
  path: '/api/physical/freight/print',
  access: ['freight:print'],
  answers: 'file',
  traced: true,
  summary:
    'Get a waybill as PDF: with lines and barcodes, as a list of packages, or as GS1 logistic labels for its packages ' +
    'with an SSCC. Packages come 2 000 at a time, by `part`.',
  input: Input({
    id: Id(),
    paper: Type.Enum([...paperKinds]),
    /** The size of labels. */
    size: Type.Optional(Type.Enum([...labelSizes], { default: 'a6' })),
    part: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  }),
  output: Type.Unknown(),
} as const satisfies Call;
