import type { SeenVisit } from '@suyuan/contract/inspect/consumer-warning.ts';
import { type WarningRule, warningRules } from '@suyuan/contract/inspect/warning-rule.ts';
import type { Cause, CodeFacts } from '../rules/rule.ts';
import { allRules } from '../rules/rules.ts';
import { placeBasis, placeOfVisit, provinceOfVisit, type Visit } from '../rules/visit.ts';
import type { Param, Params } from '../rules/warning-params.ts';

/** A subject for which a rule fired. */
export interface Suspicion {
  readonly rule: WarningRule;
  readonly subject: string;
  readonly codeId: number | null;
  readonly code: string | null;
  readonly productId: number | null;
  readonly dealerId: number | null;
  readonly lotId: number | null;
  readonly waybillId: number | null;
  readonly param: Param;
  readonly cause: Cause;
}

/** The subject of judgement: the visits of one code or of one network. */
export interface Judged {
  readonly about: 'code' | 'network';
  /** The subject in the table of warnings. */
  readonly subject: string;
  readonly visits: readonly Visit[];
  readonly facts: CodeFacts | undefined;
  readonly productId: number | null;
  /** The code is that of a case or pallet. */
  readonly isPackage?: boolean;
  /** Per rule, the time up to which visits are ignored, because a person found a false alarm. */
  readonly quietUntil?: ReadonlyMap<WarningRule, number>;
}

/** Applies the rules to visits. */
export function judge(suspect: Judged, params: Params, only?: WarningRule): Suspicion[] {
  return allRules.flatMap((rule) => {
    if (only !== undefined && rule.name !== only) return [];
    if (warningRules[rule.name].about !== suspect.about || (rule.ofItems && suspect.isPackage)) return [];
    const param = params.of(rule.name, suspect.productId);
    if (!param.enabled) return [];
    const quiet = suspect.quietUntil?.get(rule.name) ?? 0;
    const cause = rule.evaluate(
      suspect.visits.filter(({ at }) => at > quiet),
      suspect.facts,
      param.limits,
    );
    if (!cause) return [];
    const [visit] = suspect.visits;
    const isCode = suspect.about === 'code' && visit !== undefined;
    return [
      {
        rule: rule.name,
        subject: suspect.subject,
        codeId: isCode ? visit.codeId : null,
        code: isCode ? visit.code : null,
        productId: suspect.productId,
        dealerId: suspect.facts?.sold?.dealerId ?? null,
        lotId: suspect.facts?.lotId ?? null,
        waybillId: suspect.facts?.waybillId ?? null,
        param,
        cause,
      },
    ];
  });
}

/** The number of visits stored with a warning: the first and the last ones. */
export const maxVisits = 200;

/** The row for a suspicion. */
export function warningRow({ cause, param, ...about }: Suspicion) {
  const { visits } = cause;
  const last = visits.at(-1) as Visit;
  return {
    rule: about.rule,
    subject: about.subject,
    code_id: about.codeId,
    code: about.code,
    product_id: about.productId,
    dealer_id: about.dealerId,
    lot_id: about.lotId,
    waybill_id: about.waybillId,
    region: regionOf(last),
    province: provinceOfVisit(last) ?? null,
    place_basis: placeBasis(visits),
    param_version: param.version,
    limits: param.limits,
    figures: cause.figures,
    visits: ends(visits.map(seenVisit), maxVisits),
    seen_at: new Date(last.countedAt).toISOString(),
    first_at: new Date((visits[0] as Visit).at).toISOString(),
    last_at: new Date(last.lastAt).toISOString(),
  };
}

export const regionOf = (visit: Visit): string =>
  [placeOfVisit(visit), visit.city === visit.province ? '' : visit.city].filter(Boolean).join(' ');

/** The first and the last ones, if there are more than are kept. */
export const ends = <One>(all: readonly One[], most: number): readonly One[] =>
  all.length <= most ? all : [...all.slice(0, most / 2), ...all.slice(-most / 2)];

export const seenVisit = (visit: Visit): SeenVisit => ({
  at: new Date(visit.at).toISOString(),
  code: visit.code,
  scans: visit.scans,
  verdict: visit.verdict,
  province: visit.province,
  city: visit.city,
  device: visit.device,
  latitude: visit.givenPlace?.latitude ?? null,
  longitude: visit.givenPlace?.longitude ?? null,
});
