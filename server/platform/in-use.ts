import { conflict } from './refusal.ts';

const mostNamed = 3;

/** Refuses to delete what is used, and names the first of what uses it: `users` is a query of their names. */
export async function refuseUsed(
  reason: string,
  users: { limit: (count: number) => { execute: () => Promise<{ name: string }[]> } },
): Promise<void> {
  const found = await users.limit(mostNamed + 1).execute();
  if (found.length === 0) return;
  const names = found.slice(0, mostNamed).map(({ name }) => name);
  throw conflict(reason, { names: [...names, ...(found.length > mostNamed ? ['…'] : [])].join(', ') });
}
