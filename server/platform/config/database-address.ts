const parts = /^(postgres(?:ql)?:\/\/[^:@/?]+)(?::([^@/]*))?(@.*)$/s;

/**
 * The URL of a database with its password, which is a setting of its own so that it can be in a file. Says what is wrong if they do
 * not fit together.
 */
export function withPassword(
  url: string | undefined,
  password: string | undefined,
): { readonly url?: string | undefined; readonly problem?: string } {
  if (password === undefined) return { url };
  if (url === undefined) return { problem: 'SUYUAN_DATABASE_PASSWORD needs SUYUAN_DATABASE_URL.' };
  const [, start = '', given, rest = ''] = parts.exec(url) ?? [];
  const escaped = encodeURIComponent(password);
  if (start === '')
    return { problem: 'SUYUAN_DATABASE_URL must name the user whose password SUYUAN_DATABASE_PASSWORD is.' };
  if (given !== undefined && given !== escaped && given !== password)
    return { problem: 'SUYUAN_DATABASE_URL has another password than SUYUAN_DATABASE_PASSWORD: keep one of them.' };
  return { url: `${start}:${escaped}${rest}` };
}
