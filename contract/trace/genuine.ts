/**
 * The steps of a code on its way to the consumer, in their order. A code rule says from which one on its codes are genuine; before
 * it, a consumer is told that the code is not activated.
 */
export const genuineSteps = ['issued', 'bound', 'packed', 'shipped', 'received'] as const;
export type GenuineStep = (typeof genuineSteps)[number];

/** Whether a code that has come to `reached` is genuine from the step `from` on. A pre-code has reached no step. */
export const isGenuineFrom = (from: GenuineStep, reached: GenuineStep | undefined): boolean =>
  reached !== undefined && genuineSteps.indexOf(reached) >= genuineSteps.indexOf(from);

/** The earlier of two steps. */
export const earlierStep = (one: GenuineStep, other: GenuineStep): GenuineStep =>
  isGenuineFrom(one, other) ? one : other;
