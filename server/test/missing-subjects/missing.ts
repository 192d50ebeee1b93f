import type { World } from '../ways-out/walk.ts';

/** What a rule goes by that can be missing. */
export type Subject =
  | 'lot'
  | 'expiry date'
  | 'least remaining days'
  | 'production date'
  | 'product'
  | 'work order'
  | 'start of the order'
  | 'place'
  | 'territory'
  | 'dealer'
  | 'line'
  | 'packaging relation'
  | 'plan'
  | 'time'
  | 'line of the waybill'
  | 'key'
  | 'goods';

/** What happens where the subject of a rule is missing: `tried` brings it about. */
export interface Case {
  readonly subject: Subject;
  readonly without: string;
  readonly tried: (world: World) => Promise<unknown>;
}

/**
 * Why the subject of a rule cannot be missing.
 * `code`: it is about a code that an event names; an event that names none is refused (`events.test.ts`).
 * `text`: it is about how a text reads, a line of a file, or a message; without one, there is nothing to take.
 * `document`: the call requires its waybill, return, set or event (`bad-input.test.ts`).
 */
export type Always = 'code' | 'text' | 'document';

/** A rule: where its subject can be missing, a case for each such subject. */
export type Rule = Always | readonly [Case, ...Case[]];
