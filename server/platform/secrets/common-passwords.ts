import { passwordMinLength } from '@suyuan/contract/access/password.ts';

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is among those that guessers try first: the fifty thousand commonest of leaked collections, or a few
 * characters over and over. The list is read when it is first asked for.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const known = password.toLowerCase();
  if (new Set(known).size < 5) return true;
  list ??= readList();
  return (await list).has(known);
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((one) => one.length >= passwordMinLength));
}
