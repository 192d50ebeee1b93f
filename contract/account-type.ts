export const accountTypes = [1, 2, 3] as const;
/** 1 enterprise, 2 factory, 3 dealer. */
export type AccountType = (typeof accountTypes)[number];
