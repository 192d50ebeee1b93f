import type { Call } from '@suyuan/contract/call/call.ts';

type Values = Readonly<Record<string, unknown>>;

/** The query string of an input: undefined values are left out, lists repeat their key. */
export function queryOf(input: Values): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(key, String(item));
  }
  const text = query.toString();
  return text && `?${text}`;
}

export const urlOf = (definition: Call, input: Values): string =>
  definition.method === 'GET' || definition.upload ? definition.path + queryOf(input) : definition.path;

/** The body of a POST: JSON, or a multipart form with one file for an upload. */
export function bodyOf(definition: Call, input: Values, file: Blob | undefined): BodyInit | null {
  if (definition.method === 'GET') return null;
  if (!definition.upload) return JSON.stringify(input);
  const form = new FormData();
  if (file) form.append('file', file, file instanceof File ? file.name : 'file');
  return form;
}

export function headersOf(definition: Call, token: string | undefined, language: string): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': language,
    ...(token ? { Token: token } : {}),
    ...(definition.method === 'POST' && !definition.upload ? { 'Content-Type': 'application/json' } : {}),
  };
}
