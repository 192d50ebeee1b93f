import type { Call } from '../contract/call.ts';
import type { ImportReport } from '../contract/list.ts';
import type { TestServer } from './test-server.ts';

/** A list exported as CSV, in Chinese. */
export async function csvOf(
  server: TestServer,
  call: Call,
  query: Record<string, string>,
  token = server.admin,
): Promise<string> {
  const response = await server.fetch(`${call.path}?${new URLSearchParams({ format: 'csv', ...query })}`, {
    headers: { token, 'accept-language': 'zh' },
  });
  if (response.status !== 200) throw new Error(`${call.path}: ${response.status} ${await response.text()}`);
  return response.text();
}

/** Brings a file in; the report of it. */
export async function bringFile(server: TestServer, call: Call, content: string, mode = 'all'): Promise<ImportReport> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'rows.csv');
  const response = await server.fetch(`${call.path}?mode=${mode}`, {
    method: 'POST',
    headers: { token: server.admin, 'accept-language': 'en' },
    body: form,
  });
  const envelope = (await response.json()) as { data: ImportReport };
  if (response.status !== 200) throw new Error(`${call.path}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

/** The refused fields, each with its reason. */
export const reasonsOf = ({ data }: { data: unknown }): string[] =>
  (data as { fields: { path: string; reason: string }[] }).fields.map(({ path, reason }) => `${path} ${reason}`);
