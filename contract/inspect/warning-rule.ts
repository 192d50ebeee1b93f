import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, Moment, NoInput, Nullable, RequiredText } from '../thing/fields.ts';

/** 配置预警参数: the rules that check consumers' scans and work orders, and the limits above which they raise a warning. */

/** A limit of a rule: its default, and the range in which it may be set. */
export interface Limit {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

interface RuleFacts {
  /** What the rule checks: the scans of one code, the requests of one network, or what was made of one work order. */
  readonly about: 'code' | 'network' | 'order';
  readonly limits: Readonly<Record<string, Limit>>;
}

const limit = (usual: number, least: number, most: number): Limit => ({ usual, least, most });
const days = (usual: number) => limit(usual, 1, 180);

/**
 * The rules with their limits. Rules count visits: scans of one code by one device within half an hour are one visit. `visits`
 * is the minimum number of visits.
 */
export const warningRules = {
  /** One code is scanned many times. */
  visits: { about: 'code', limits: { visits: limit(8, 2, 1000), days: days(30) } },
  /** One code is seen at two places between which nobody could have travelled in that time. */
  travel: { about: 'code', limits: { km: limit(300, 50, 5000), km_per_hour: limit(700, 50, 2000), days: days(30) } },
  /** One code is seen in several provinces. */
  provinces: { about: 'code', limits: { provinces: limit(3, 2, 34), days: days(30) } },
  /**
   * 窜货: seen outside the sales territory of the dealer that it was sold to, and of the dealers above it. One visit suffices if
   * the consumer told the place; places from IP addresses count once per network.
   */
  outside_area: { about: 'code', limits: { visits: limit(2, 1, 100), days: days(90) } },
  /**
   * Seen while it is recorded in a warehouse, a factory or on a line. `hours` after it came there, because shipping may be
   * reported late.
   */
  before_shipping: { about: 'code', limits: { visits: limit(1, 1, 100), hours: limit(24, 0, 720) } },
  /** Seen after it was returned, and `hours` after the return. */
  after_return: { about: 'code', limits: { visits: limit(1, 1, 100), hours: limit(24, 0, 720) } },
  /** Seen more than `days` days after its expiry date. */
  after_expiry: { about: 'code', limits: { visits: limit(1, 1, 100), days: limit(0, 0, 365) } },
  /** One network asks for closed or unknown codes. */
  burst: { about: 'network', limits: { codes: limit(15, 3, 1000), minutes: limit(30, 1, 1440) } },
  /** Seen although it was sampled, destroyed or replaced. */
  destroyed_seen: { about: 'code', limits: { visits: limit(1, 1, 100) } },
  /** Seen although it is called back, `hours` after the recall. */
  recalled_seen: { about: 'code', limits: { visits: limit(1, 1, 100), hours: limit(24, 0, 720) } },
  /** Seen although it is on hold, `hours` after it was held. */
  held_seen: { about: 'code', limits: { visits: limit(1, 1, 100), hours: limit(24, 0, 720) } },
  /** More was made of a work order than planned, by more than `percent` per cent; or more was refused as beyond its limit. */
  overproduction: { about: 'order', limits: { percent: limit(2, 0, 100) } },
} as const satisfies Readonly<Record<string, RuleFacts>>;

export type WarningRule = keyof typeof warningRules;
export const warningRuleNames = Object.keys(warningRules) as [WarningRule, ...WarningRule[]];
export type LimitsOf<R extends WarningRule> = Readonly<Record<keyof (typeof warningRules)[R]['limits'], number>>;

/** The rules about goods that should not be on the market at all, which judge inspections as well. */
export const seenByInspectors = ['destroyed_seen', 'recalled_seen', 'held_seen'] as const;

/** The rules that judge scans. */
export type ScanRule = {
  [R in WarningRule]: (typeof warningRules)[R]['about'] extends 'order' ? never : R;
}[WarningRule];
export const isScanRule = (rule: WarningRule): rule is ScanRule => warningRules[rule].about !== 'order';

/** The limits of any rule, by name. */
export const limitsOf = (rule: WarningRule): Readonly<Record<string, Limit>> => warningRules[rule].limits;

/** The default limits of a rule. */
export const defaultLimits = (rule: WarningRule): Record<string, number> =>
  Object.fromEntries(Object.entries(limitsOf(rule)).map(([name, { usual }]) => [name, usual]));

const Rule = () => Type.Enum([...warningRuleNames]);
export const Limits = () => Type.Record(Type.String(), Type.Integer());
/** Limits as input; the server checks each against the bounds of its rule. */
const GivenLimits = () =>
  Type.Object(
    Object.fromEntries(
      [...new Set(warningRuleNames.flatMap((rule) => Object.keys(limitsOf(rule))))].map((name) => [
        name,
        Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      ]),
    ),
    { additionalProperties: false },
  );

/** The warnings of a rule, by outcome. */
const Precision = Type.Object({
  fired: Type.Integer(),
  open: Type.Integer(),
  right: Type.Integer(),
  false_alarm: Type.Integer(),
});

const WarningParam = Type.Object({
  rule: Rule(),
  about: Type.Enum(['code', 'network', 'order']),
  /** The product that the parameters are for; null: all products without parameters of their own. */
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  /** Incremented by every change; 0 if the defaults were never changed. */
  version: Type.Integer(),
  enabled: Type.Boolean(),
  limits: Limits(),
  /** The range of each limit. */
  bounds: Type.Record(Type.String(), Type.Object({ least: Type.Integer(), most: Type.Integer() })),
  changed_by: Nullable(Type.String()),
  changed_at: Nullable(Moment()),
  precision: Precision,
});
export type WarningParam = Type.Static<typeof WarningParam>;

export const warningParams = defineCall({
  method: 'GET',
  path: '/api/inspect/warningparam/list',
  access: ['warningparam'],
  parties: 'enterprise',
  summary: 'List the warning rules with their limits and the outcome of their warnings.',
  input: NoInput(),
  output: Type.Array(WarningParam),
});

const tuning = {
  rule: Rule(),
  product_id: Type.Optional(Nullable(Id())),
  limits: GivenLimits(),
};

export const warningParamUpdate = defineCall({
  method: 'POST',
  path: '/api/inspect/warningparam/update',
  access: ['warningparam:update'],
  parties: 'enterprise',
  summary:
    'Set a rule for all products or for one, as a new version. If `version` is sent and outdated, the call is refused ' +
    "(409). `as_all` removes the product's own limits.",
  input: Input({
    ...tuning,
    enabled: Type.Boolean(),
    as_all: Type.Optional(Type.Boolean()),
    version: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    reason: Type.Optional(RequiredText(256)),
  }),
  output: Type.Object({ version: Type.Integer() }),
});

/** The longest period, in days, against which limits can be tried. */
export const maxDaysTried = 180;

export const warningParamTry = defineCall({
  method: 'POST',
  path: '/api/inspect/warningparam/try',
  access: ['warningparam'],
  parties: 'enterprise',
  effect: 'none',
  summary:
    'Try limits on the queries or work orders of the last days: the number of warnings they would raise, and which ' +
    'settled warnings of that time they would repeat. Nothing is saved.',
  input: Input({ ...tuning, days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDaysTried, default: 90 })) }),
  output: Type.Object({
    days: Type.Integer(),
    /** The number of scans, or of work orders, checked, latest first, and whether these were all of the period. */
    scans: Type.Integer(),
    complete: Type.Boolean(),
    /** Warnings that the limits would raise. */
    fires: Type.Integer(),
    /** Of these, the ones that a person has settled, by outcome. */
    settled_right: Type.Integer(),
    settled_false: Type.Integer(),
    /** Warnings settled as right that these limits would not raise. */
    missed_right: Type.Integer(),
  }),
});
