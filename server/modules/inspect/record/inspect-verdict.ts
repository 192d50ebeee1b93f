import type { InspectVerdict, LabelFinding, Observation } from '@suyuan/contract/inspect/task/inspection.ts';
import type { Life } from '@suyuan/contract/trace/states.ts';
import { areasMeet } from '#platform/areas/areas.ts';
import { type Circle, provincesAround } from '#platform/areas/province-reach.ts';

/** What the system knows about a code. */
export interface KnownCode {
  readonly status: 'issued' | 'bound' | 'void';
  readonly life: Life;
  /** `2026-01-31`. */
  readonly expiryDate: string | null;
  readonly kind: string | undefined;
  readonly sold: { readonly dealerId: number; readonly areas: readonly string[] } | null;
}

/** What the inspector reports. */
export interface FoundThere {
  readonly areaCode: string | undefined;
  readonly position: Circle | undefined;
  readonly dealerId: number | undefined;
  /** Whether two dealers are the same, or one is above the other. */
  readonly inOneLine: (a: number, b: number) => boolean;
  /** `2026-01-31`. */
  readonly day: string;
}

export interface Judgement {
  readonly verdict: InspectVerdict;
  readonly observations: Observation[];
}

const ends = ['sampled', 'destroyed', 'inactive'] as const;

/** What a label is that contradicts itself or its code, whatever the code is. One that is misread may be of any code. */
export const falseLabel = (finding: LabelFinding): Judgement => ({
  verdict: finding === 'malformed_code' ? 'unknown' : 'false_label',
  observations: [finding],
});

/** Judges an inspection. Diversion is only suspected because of findings, never because something is unknown. */
export function judgementOf(code: KnownCode | undefined, findings: FoundThere): Judgement {
  if (!code) return { verdict: 'unknown', observations: [] };
  const { status, life, expiryDate, kind, sold } = code;
  const observations: Observation[] = [];
  const see = (observation: Observation, when: boolean) => {
    if (when) observations.push(observation);
  };
  const end = ends.find((one) => one === life);
  if (end) see(end, true);
  see('closed', status === 'void' && !end);
  see('never_bound', status === 'issued');
  see('returned', kind === 'refund');
  see('expired', expiryDate !== null && expiryDate < findings.day);
  if (status === 'void') return { verdict: 'void', observations };

  const areas = areasFound(findings);
  const outside = sold !== null && sold.areas.length > 0 && areas.length > 0 && !meet(areas, sold.areas);
  const other =
    sold !== null && findings.dealerId !== undefined && !findings.inOneLine(findings.dealerId, sold.dealerId);
  see('outside_area', outside);
  see('other_dealer', other);
  see('not_sold', sold === null);
  see('place_unknown', sold !== null && areas.length === 0 && findings.dealerId === undefined);
  see('areas_unknown', sold !== null && sold.areas.length === 0 && areas.length > 0);
  return { verdict: outside || other ? 'suspected_diversion' : 'normal', observations };
}

/** The areas where it was found: that given by the inspector, else all provinces that the position may be in. */
const areasFound = ({ areaCode, position }: FoundThere): readonly string[] => {
  if (areaCode !== undefined) return [areaCode];
  return position ? provincesAround(position) : [];
};

const meet = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.some((other) => areasMeet(one, other)));
