/** What became of a call that is on record. begun: nothing was heard of its end. */
export const accessResults = ['begun', 'answered', 'refused', 'failed'] as const;
export type AccessResult = (typeof accessResults)[number];
