import { minute } from '@suyuan/contract/durations.ts';
import { isScanRule, type LimitsOf, type ScanRule, warningRuleNames } from '@suyuan/contract/inspect/warning-rule.ts';
import type { Cause, CodeFacts, Rule } from './rule.ts';
import {
  afterExpiryRule,
  afterReturnRule,
  beforeShippingRule,
  destroyedSeenRule,
  heldSeenRule,
  outsideAreaRule,
  recalledSeenRule,
} from './rules-of-goods.ts';
import { provincesRule, travelRule, visitsRule } from './rules-of-visits.ts';
import type { Visit } from './visit.ts';

/** Many different closed or unknown codes from one network: somebody guesses, or sells goods with codes printed elsewhere. */
const burstRule: Rule<'burst'> = {
  name: 'burst',
  verdicts: ['unknown', 'void'],
  evaluate(visits, _, { codes: least, minutes }) {
    const last = visits.at(-1)?.at ?? 0;
    const recent = visits.filter(({ at }) => last - at < minutes * minute);
    const codes = new Set(recent.map(({ codeId }) => codeId));
    if (codes.size < least) return null;
    const unknown = recent.filter(({ verdict }) => verdict === 'unknown').length;
    return { figures: { codes: codes.size, unknown, closed: recent.length - unknown, minutes }, visits: recent };
  },
};

const rules: { readonly [R in ScanRule]: Rule<R> } = {
  visits: visitsRule,
  travel: travelRule,
  provinces: provincesRule,
  outside_area: outsideAreaRule,
  before_shipping: beforeShippingRule,
  after_return: afterReturnRule,
  after_expiry: afterExpiryRule,
  burst: burstRule,
  destroyed_seen: destroyedSeenRule,
  recalled_seen: recalledSeenRule,
  held_seen: heldSeenRule,
};

type AnyRule = Omit<Rule<ScanRule>, 'evaluate'> & {
  evaluate(
    visits: readonly Visit[],
    facts: CodeFacts | undefined,
    limits: Readonly<Record<string, number>>,
  ): Cause | null;
};

/** The rule of a name that judges scans. Limits have been validated when they were set. */
export const ruleOf = <R extends ScanRule>(name: R): AnyRule => {
  const rule: Rule<R> = rules[name];
  return { ...rule, evaluate: (visits, facts, limits) => rule.evaluate(visits, facts, limits as LimitsOf<R>) };
};

export const allRules: readonly AnyRule[] = warningRuleNames.filter(isScanRule).map((name) => ruleOf(name));
