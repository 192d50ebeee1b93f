import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, Moment, NoInput, Nullable, RequiredText } from '../thing/fields.ts';

/** 配置预警参数: what scans are looked at for, and from which figures on somebody is told. */

/** A figure that a rule fires from, with what it is usually and between what it may be set. */
export interface Limit {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

interface RuleFacts {
  /** What a cause of it is about: one code, or what one network asked for. */
  readonly about: 'code' | 'network';
  readonly limits: Readonly<Record<string, Limit>>;
}

const limit = (usual: number, least: number, most: number): Limit => ({ usual, least, most });
const days = (usual: number) => limit(usual, 1, 180);

/**
 * The rules, with their limits. All count visits: scans of one code from one device within half an hour are one. `visits`
 * is how many visits it takes; where a place decides, those whose place is known from an address only.
 */
export const warningRules = {
  /** One code is asked for again and again. */
  visits: { about: 'code', limits: { visits: limit(8, 2, 1000), days: days(30) } },
  /** One code is seen at two places with too little time between. */
  travel: { about: 'code', limits: { km: limit(300, 50, 5000), km_per_hour: limit(700, 50, 2000), days: days(30) } },
  /** One code is seen in many provinces. */
  provinces: { about: 'code', limits: { provinces: limit(3, 2, 34), days: days(30) } },
  /** 窜货: seen outside the area of the dealer that it was sold to, and of those above it. */
  outside_area: { about: 'code', limits: { visits: limit(2, 1, 100), days: days(90) } },
  /** Seen while it lies in a warehouse. `hours`: since it lies there; what was shipped may be told later. */
  before_shipping: { about: 'code', limits: { visits: limit(1, 1, 100), hours: limit(24, 0, 720) } },
  /** Seen after it came back. `hours`: since then. */
  after_return: { about: 'code', limits: { visits: limit(1, 1, 100), hours: limit(24, 0, 720) } },
  /** Seen so many days after it expired. */
  after_expiry: { about: 'code', limits: { visits: limit(1, 1, 100), days: limit(0, 0, 365) } },
  /** Closed or unknown codes from one network. */
  burst: { about: 'network', limits: { codes: limit(15, 3, 1000), minutes: limit(30, 1, 1440) } },
  /** Sampled, destroyed or replaced: whoever has it should not. */
  destroyed_seen: { about: 'code', limits: { visits: limit(1, 1, 100) } },
} as const satisfies Readonly<Record<string, RuleFacts>>;

export type WarningRule = keyof typeof warningRules;
export const warningRuleNames = Object.keys(warningRules) as [WarningRule, ...WarningRule[]];
export type LimitsOf<R extends WarningRule> = Readonly<Record<keyof (typeof warningRules)[R]['limits'], number>>;

/** The limits of a rule by their names, whichever rule it is. */
export const limitsOf = (rule: WarningRule): Readonly<Record<string, Limit>> => warningRules[rule].limits;

/** What a rule's limits are as long as nobody set others. */
export const usualLimits = (rule: WarningRule): Record<string, number> =>
  Object.fromEntries(Object.entries(limitsOf(rule)).map(([name, { usual }]) => [name, usual]));

const Rule = () => Type.Enum([...warningRuleNames]);
export const Limits = () => Type.Record(Type.String(), Type.Integer());
/** As they are given: each is held against the rule's own bounds. */
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

/** What became of the warnings of a rule. */
const Precision = Type.Object({
  fired: Type.Integer(),
  open: Type.Integer(),
  right: Type.Integer(),
  false_alarm: Type.Integer(),
});

const WarningParam = Type.Object({
  rule: Rule(),
  about: Type.Enum(['code', 'network']),
  /** Of one product; null: of all that have none of their own. */
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  /** Counts up with every change; 0 as long as nobody made one. */
  version: Type.Integer(),
  enabled: Type.Boolean(),
  limits: Limits(),
  /** Between what each may be set. */
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
  summary: 'The rules that scans are looked at by, with their limits, and what became of the warnings of each.',
  input: NoInput(),
  output: Type.Array(WarningParam),
});

const tuned = {
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
    'Set a rule for all products or for one: a new version. With `version` as it was read, a change made meanwhile ' +
    'refuses it (409). `as_all`: the product has no limits of its own any more.',
  input: Input({
    ...tuned,
    enabled: Type.Boolean(),
    as_all: Type.Optional(Type.Boolean()),
    version: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    reason: Type.Optional(RequiredText(256)),
  }),
  output: Type.Object({ version: Type.Integer() }),
});

/** The longest time that limits are tried against. */
export const mostDaysTried = 180;

export const warningParamTry = defineCall({
  method: 'POST',
  path: '/api/inspect/warningparam/try',
  access: ['warningparam'],
  parties: 'enterprise',
  effect: 'none',
  summary:
    'What limits would have told of the scans of the last days: how many would fire, and of the settled warnings of ' +
    'that time which it would have told again. Nothing is kept.',
  input: Input({ ...tuned, days: Type.Optional(Type.Integer({ minimum: 1, maximum: mostDaysTried, default: 90 })) }),
  output: Type.Object({
    days: Type.Integer(),
    /** Scans that were looked at, the latest; and whether that was all there are. */
    scans: Type.Integer(),
    complete: Type.Boolean(),
    /** Causes that it would tell of. */
    fires: Type.Integer(),
    /** Of them, those that a person has settled, and how. */
    settled_right: Type.Integer(),
    settled_false: Type.Integer(),
    /** Settled as right, and it would be silent about them. */
    missed_right: Type.Integer(),
  }),
});
