import type { EpcPattern } from '@suyuan/codes/epc/epc-pattern.ts';

/** What a comparison of a measure asks. */
export interface Comparison {
  readonly name: string;
  readonly verb: 'EQ' | 'GT' | 'GE' | 'LT' | 'LE';
  /** Whatever the unit is, if undefined. */
  readonly unit?: string;
  /** A number, or a moment with its time zone. */
  readonly value: string;
  readonly of: 'number' | 'moment';
}

/**
 * What a parameter asks of an event, with words and identifiers in their canonical form. It is carried out in two ways that must agree:
 * as SQL on events that were captured (`kept-events.ts`), and in memory on the events of this enterprise (`holds-for.ts`).
 */
export type Condition =
  | { readonly is: 'type'; readonly types: readonly string[] }
  | {
      readonly is: 'time';
      readonly of: 'eventTime' | 'recordTime' | 'declarationTime';
      readonly end: 'from' | 'before';
      readonly moment: string;
    }
  | { readonly is: 'action'; readonly actions: readonly string[] }
  | { readonly is: 'word'; readonly of: 'bizStep' | 'disposition'; readonly words: readonly string[] }
  | {
      readonly is: 'identifier';
      readonly of: 'readPoint' | 'bizLocation' | 'transformationID';
      readonly uris: readonly string[];
    }
  | { readonly is: 'eventID'; readonly ids: readonly string[] }
  | {
      /** One of these objects or classes is in one of these lists; patterns match part by part. */
      readonly is: 'object';
      readonly fields: readonly string[];
      readonly uris: readonly string[];
      readonly patterns: readonly EpcPattern[];
    }
  | { readonly is: 'declared' }
  | { readonly is: 'fact'; readonly facts: readonly string[] }
  | { readonly is: 'measure'; readonly any: readonly Comparison[] };
