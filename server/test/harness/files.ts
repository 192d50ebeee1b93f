import type { Call } from '@suyuan/contract/call/call.ts';
import type { FileLanguage } from '@suyuan/contract/languages.ts';
import type { ImportExisting, ImportMode, ImportReport } from '@suyuan/contract/thing/list.ts';
import { parse } from 'csv-parse/sync';
import type { TestServer } from './server.ts';

/** A list exported as a file. */
export async function fileOf(
  server: TestServer,
  call: Call,
  { language = 'zh', token = server.admin, ...query }: Record<string, string> = {},
): Promise<Buffer> {
  const response = await server.fetch(`${call.path}?${new URLSearchParams({ format: 'csv', ...query })}`, {
    headers: { token, 'accept-language': language },
  });
  if (response.status !== 200) throw new Error(`${call.path}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** A list exported as CSV, in Chinese. */
export const csvOf = async (
  server: TestServer,
  call: Call,
  query: Record<string, string>,
  token = server.admin,
): Promise<string> => new TextDecoder('utf-8').decode(await fileOf(server, call, { ...query, token }));

/** The lines of a CSV file. */
export const linesOf = (file: string | Buffer): string[][] => parse(file, { bom: true });

interface Bringing {
  readonly mode?: ImportMode;
  readonly existing?: ImportExisting;
  readonly writtenIn?: FileLanguage;
  readonly language?: string;
  readonly token?: string;
}

/** Sends a file to be brought in. */
export function sendFile(
  server: TestServer,
  call: Call,
  content: string | Uint8Array,
  { mode = 'all', existing, writtenIn, language = 'en', token = server.admin }: Bringing = {},
): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([typeof content === 'string' ? content : Buffer.from(content)]), 'rows');
  const query = new URLSearchParams({
    mode,
    ...(existing && { existing }),
    ...(writtenIn && { written_in: writtenIn }),
  });
  return server.fetch(`${call.path}?${query}`, {
    method: 'POST',
    headers: { token, 'accept-language': language },
    body: form,
  });
}

/** Brings a file in; the report of it. */
export async function bringFile(...sent: Parameters<typeof sendFile>): Promise<ImportReport> {
  const response = await sendFile(...sent);
  const envelope = (await response.json()) as { data: ImportReport };
  if (response.status !== 200) throw new Error(`${sent[1].path}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

/** The refused fields, each with its reason. */
export const reasonsOf = ({ data }: { data: unknown }): string[] =>
  (data as { fields: { path: string; reason: string }[] }).fields.map(({ path, reason }) => `${path} ${reason}`);
