/** The outcome of a call in the access log. `begun`: the call was started, and its end was not recorded. */
export const accessResults = ['begun', 'answered', 'refused', 'failed'] as const;
export type AccessResult = (typeof accessResults)[number];
