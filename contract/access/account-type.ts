/** The kind of party that an account belongs to, by account type. */
const accountKinds = { 1: 'enterprise', 2: 'factory', 3: 'dealer' } as const;
export const accountTypes = [1, 2, 3] as const;
export type AccountType = (typeof accountTypes)[number];

export const kindOfAccount = (type: AccountType) => accountKinds[type];
export const isEnterpriseType = (type: number | undefined): boolean =>
  type !== undefined && kindOfAccount(type as AccountType) === 'enterprise';
