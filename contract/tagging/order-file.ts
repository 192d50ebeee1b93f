import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, Input, Nullable, OneOfNumbers, SomeOf, Text } from '../thing/fields.ts';
import { maxOrdered, Quantity } from './code-order.ts';
import { symbols } from './code-rule.ts';
import { handingOut, mayReprint } from './order-download.ts';

/** Files for printers: an order split into parts, and labels ready for printing. */

export const maxParts = 200;

export const orderSplit = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/split',
  access: ['records:download', 'readycreate:download'],
  summary:
    'Divide an order into parts, one for each printer, and replace its present parts. Refused once codes of the order ' +
    'were handed out.',
  input: Input({
    id: Id(),
    /** The parts in order; the quantities must add up to the quantity of the order. */
    parts: Type.Array(
      Input({
        quantity: Quantity(),
        printer: Type.Optional(Nullable(Text(64))),
      }),
      { minItems: 1, maxItems: maxParts },
    ),
  }),
  output: Type.Object({ parts: Type.Integer() }),
});

export const labelLayouts = ['sheet', 'roll'] as const;
export const labelPages = ['a4', 'a3', 'letter'] as const;
export const labelTexts = ['human', 'code', 'product', 'spec', 'lot', 'serial', 'order', 'text'] as const;
export const labelCopies = [1, 2, 3, 4] as const;
export const maxLabels = 5000;

/** Default settings of labels. */
export const defaultLabel = { page: 'a4', gap_mm: 2, margin_mm: 8, font_mm: 2.2, copies: 1 } as const;

const Millimetres = (minimum: number, maximum: number, initial: number) =>
  Type.Optional(Type.Number({ minimum, maximum, default: initial }));

const labelFields = {
  id: Id(),
  part_id: Type.Optional(Id()),
  /** The number of the first label in the order or part, from 1. By default, the one behind those handed out before. */
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: maxOrdered })),
  count: Type.Integer({ minimum: 1, maximum: maxLabels }),
  symbol: Type.Enum([...symbols]),
  layout: Type.Enum([...labelLayouts]),
  page: Type.Optional(Type.Enum([...labelPages])),
  width_mm: Type.Number({ minimum: 10, maximum: 300 }),
  height_mm: Type.Number({ minimum: 8, maximum: 420 }),
  /** The gap between the labels of a sheet, and the margin around them. */
  gap_mm: Millimetres(0, 20, defaultLabel.gap_mm),
  margin_mm: Millimetres(0, 40, defaultLabel.margin_mm),
  font_mm: Millimetres(1, 12, defaultLabel.font_mm),
  /** The number of copies of each label, printed one after the other. */
  copies: Type.Optional(OneOfNumbers(labelCopies)),
  /** Lines of text in order, comma-separated. */
  texts: Type.Optional(SomeOf(labelTexts)),
  /** The content of the line `text`. */
  text: Type.Optional(Text(64)),
};

/** A preview of labels; lengths are in millimetres. */
export const LabelDrawing = Type.Object({
  page: Type.Object({ width: Type.Number(), height: Type.Number() }),
  /** The upper left corners of the labels on a page. */
  places: Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() })),
  labels: Type.Integer(),
  pages: Type.Integer(),
  label: Type.Object({
    width: Type.Number(),
    height: Type.Number(),
    /** The dark modules of the symbol, as an SVG path. */
    symbol: Type.String(),
    /** Lines of text, each with the start of its baseline and its width. */
    lines: Type.Array(Type.Object({ text: Type.String(), x: Type.Number(), y: Type.Number(), width: Type.Number() })),
    font: Type.Number(),
  }),
});
export type LabelDrawing = Type.Static<typeof LabelDrawing>;

export const labelPreview = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/labelpreview',
  access: ['records:download', 'readycreate:download'],
  summary: 'Preview the label pages of an order with an invented code of its format. Nothing is handed out or logged.',
  input: Input(labelFields),
  output: LabelDrawing,
});

export const orderLabels = {
  method: 'GET',
  path: '/api/tagging/orders/labels',
  access: ['records:download', 'readycreate:download'],
  alsoNeeds: mayReprint,
  answers: 'file',
  summary: 'Get labels of an order as PDF, at most 5 000 in a file: many on a sheet, or one on each piece of a roll.',
  input: Input({
    ...labelFields,
    ...handingOut,
  }),
  output: Type.Unknown(),
} as const satisfies Call;
