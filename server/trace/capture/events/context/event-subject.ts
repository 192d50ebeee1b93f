import { badInput } from '#platform/refusal.ts';
import type { EventInput } from './event-input.ts';

/**
 * The field by which an event says what it is about; its name in calls is the same. Empty, the event would be about nothing: no rule
 * would have a subject, and its event no code.
 */
function subjectOf(input: EventInput): { readonly field: string; readonly subject: readonly unknown[] } {
  switch (input.act) {
    case 'pack':
    case 'repack':
    case 'retract':
      return { field: 'parent', subject: [input.parent] };
    case 'unpack':
      return { field: 'children', subject: input.parent === undefined ? (input.children ?? []) : [input.parent] };
    case 'replace':
      return { field: 'old', subject: [input.old] };
    case 'load':
      return { field: 'codes', subject: [input.code] };
    case 'exchange':
      return { field: 'pairs', subject: input.pairs };
    case 'hold':
      return { field: 'scope', subject: [...input.lots, ...input.codes, ...input.places] };
    case 'release':
      return { field: 'codes', subject: [...input.holds.filter(({ exempts }) => !exempts), ...(input.codes ?? [])] };
    case 'close':
    case 'reopen':
      return { field: 'ranges', subject: input.ranges };
    default:
      return { field: 'codes', subject: input.codes };
  }
}

/** Throws 400, naming the field, where an event is about nothing. */
export function requireSubject(input: EventInput): void {
  const { field, subject } = subjectOf(input);
  if (subject.length === 0) throw badInput({ path: field, reason: 'required' });
}
