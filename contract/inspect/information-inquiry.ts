import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { verdicts } from '../consumer/scan.ts';
import { WaybillOfCode, Whereabouts } from '../physical/stock/stock.ts';
import { PackageAround, type PackageNode } from '../plant/packing/packing.ts';
import { Id, Input, Moment, Nullable, RequiredCode, RequiredText } from '../thing/fields.ts';
import { errorReasons } from '../trace/error-declaration.ts';
import { EventRow } from '../trace/event-row.ts';
import { genuineSteps } from '../trace/genuine.ts';
import { onHold } from '../trace/on-hold.ts';
import { warningOutcomes, warningStatuses } from './consumer-warning.ts';
import { inspectVerdicts } from './task/inspection.ts';
import { warningRuleNames } from './warning-rule.ts';

/** 信息查询: everything that is known of one code. */

const Text = () => Nullable(Type.String());

const Scans = Type.Object({
  count: Type.Integer(),
  first_at: Nullable(Moment()),
  last_at: Nullable(Moment()),
  /** The latest scans, at most 200. */
  rows: Type.Array(
    Type.Object({
      at: Moment(),
      verdict: Type.Enum([...verdicts]),
      province: Type.String(),
      city: Type.String(),
      device: Type.String(),
      /** Where the consumer says that the goods were bought: then the province is that of this place. */
      latitude: Nullable(Type.Number()),
      longitude: Nullable(Type.Number()),
    }),
  ),
});

export const CodeInformation = Type.Object({
  code: Type.String(),
  /** The verdict that a consumer would get now. */
  verdict: Type.Enum([...verdicts]),
  /** The step from which on it is genuine for a consumer. */
  genuine_from: Type.Enum([...genuineSteps]),
  /** The furthest step that it has come to; null for a pre-code. */
  genuine_step: Nullable(Type.Enum([...genuineSteps])),
  level: Type.Integer(),
  life: Type.String(),
  units: Type.Integer(),
  capacity: Nullable(Type.Integer()),
  remainder: Type.Boolean(),
  product_code: Text(),
  product_name: Text(),
  gtin: Text(),
  spec: Text(),
  lot: Text(),
  production_date: Text(),
  expiry_date: Text(),
  /** The work order that produced the goods, and the code order that issued the code. */
  work_order_no: Text(),
  code_order_no: Type.String(),
  issued_at: Moment(),
  where: Whereabouts,
  ...onHold,
  sold: Nullable(
    Type.Object({
      dealer_code: Type.String(),
      dealer_name: Type.String(),
      shipped_at: Moment(),
      /** The sales territory of the dealer and of the dealers above it, in words. */
      areas: Type.Array(Type.String()),
    }),
  ),
  waybills: Type.Array(WaybillOfCode),
  /** The packages around the code, innermost first. */
  parents: Type.Array(PackageAround),
  /** The contents, as a tree: each node with its code, level, units, remainder and children. */
  children: Type.Array(Type.Unsafe<PackageNode>({ type: 'object', additionalProperties: true })),
  /** Events on the code itself, and on its packages while it was inside; latest first. */
  acts: Type.Array(EventRow),
  scans: Scans,
  materials: Type.Array(
    Type.Object({
      material_name: Type.String(),
      material_lot: Type.String(),
      supplier: Text(),
      amount: Type.Number(),
      unit: Text(),
    }),
  ),
  holds: Type.Array(
    Type.Object({
      /** What is held: the code itself, its lot, a package around it, or the place where it is. */
      by: Type.Enum(['code', 'lot', 'package', 'place']),
      /** The recall or quality hold that it is held for; one from before these were kept has neither. */
      kind: Type.Enum(['recall', 'quality_hold']),
      id: Nullable(Id()),
      no: Text(),
      owner: Text(),
      due_at: Nullable(Moment()),
      reason: Type.String(),
      held_at: Moment(),
      held_by: Type.String(),
      released_at: Nullable(Moment()),
    }),
  ),
  warnings: Type.Array(
    Type.Object({
      id: Id(),
      rule: Type.Enum([...warningRuleNames]),
      status: Type.Enum([...warningStatuses]),
      outcome: Nullable(Type.Enum([...warningOutcomes])),
      region: Type.String(),
      fired_at: Moment(),
    }),
  ),
  inspections: Type.Array(
    Type.Object({
      /** The id of the inspection's event in `events`. */
      event_id: Nullable(Id()),
      at: Moment(),
      verdict: Type.Enum([...inspectVerdicts]),
      area_name: Text(),
      inspector: Type.String(),
    }),
  ),
  evidence: Type.Array(
    Type.Object({
      id: Id(),
      /** The id of the case's event in `events`; null before the case is sealed. */
      event_id: Nullable(Id()),
      case_no: Type.String(),
      status: Type.Enum(['draft', 'sealed']),
      found_at: Moment(),
      seal: Text(),
    }),
  ),
});
export type CodeInformation = Type.Static<typeof CodeInformation>;

export const informationInquiry = defineCall({
  method: 'GET',
  path: '/api/inspect/informationinquiry/detail',
  access: ['informationinquiry'],
  parties: 'enterprise',
  traced: true,
  summary:
    'Get everything known about a code: its product, location, history, package and contents, queries, materials and ' +
    'findings.',
  input: Input({ code: RequiredCode() }),
  output: CodeInformation,
});

export const declareWrong = defineCall({
  method: 'POST',
  path: '/api/inspect/informationinquiry/declare',
  access: ['informationinquiry:declare'],
  parties: 'enterprise',
  effect: 'own-record',
  summary:
    'Declare an event of a code wrong (EPCIS errorDeclaration): the packing of the package that the code is or is in, ' +
    'or the binding, scrapping, sampling or rejecting of codes, for all of them. The codes return to their previous ' +
    'state, and figures are corrected on the day of the event. Refused with 409 and `data.refusals` while later events ' +
    'depend on it.',
  input: Input({
    code: RequiredCode(),
    event_id: Id(),
    error: Type.Enum([...errorReasons]),
    reason: RequiredText(512),
  }),
  output: Type.Object({ event_id: Id(), units: Type.Integer() }),
});

/** The bindings of EPCIS 2.0 that a document is written in. */
export const epcisFormats = ['jsonld', 'xml'] as const;
export type EpcisFormat = (typeof epcisFormats)[number];

export const informationEpcis = {
  method: 'GET',
  path: '/api/inspect/informationinquiry/epcis',
  access: ['informationinquiry'],
  parties: 'enterprise',
  answers: 'file',
  traced: true,
  summary:
    'Get the events of a code, of its contents, and of its packages while it was in them, including inspections and ' +
    'sealed evidence, as an EPCIS 2.0 document in JSON-LD or in the given `format`. Events declared wrong carry their ' +
    'error declaration.',
  input: Input({ code: RequiredCode(), format: Type.Optional(Type.Enum([...epcisFormats])) }),
  output: Type.Unknown(),
} as const satisfies Call;
