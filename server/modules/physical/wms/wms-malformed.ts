import { createHash } from 'node:crypto';
import type { WarehouseDevice } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Refusal } from '#platform/refusal.ts';
import type { ExceptionKind, StoredRefusal } from '#trace/exceptions/exception-kind.ts';
import type { Exceptions } from '#trace/exceptions/exceptions.ts';

/** The most characters of a malformed message that are kept. */
const maxKept = 100_000;
/** How many different ways to be malformed are open for one key; further ones are counted with each other. */
const maxOpen = 20;
/** How many problems are told of one message. */
const maxProblems = 20;

/**
 * Raises an exception with a message that the interface does not take at all. Its sender got 400, but often nobody reads what a
 * WMS is answered, and its goods wait. Messages that fail in the same fields are one exception.
 */
export async function raiseMalformed(
  sql: Connection,
  exceptions: Exceptions,
  kind: ExceptionKind,
  { device, body, refusal }: { readonly device: WarehouseDevice; readonly body: unknown; readonly refusal: Refusal },
): Promise<void> {
  const fields = refusal.fields.slice(0, maxProblems).map(({ path, reason }) => `${path} ${reason}`);
  const refusals = (fields.length > 0 ? fields : [refusal.reason.reason]).map(
    (conflict): StoredRefusal => ({ code: '', reason: 'malformed_message', conflict }),
  );
  const common = `${device.firstKeyId} malformed`;
  // The positions in lists differ from message to message.
  const pattern = fields.join('\n').replaceAll(/\d+/g, '*');
  const about = `${common} ${createHash('sha256').update(pattern).digest('base64url').slice(0, 16)}`;
  const [open] = await sql<{ others: number }[]>`
    select count(*)::int as others from exception
    where kind = ${kind.name} and status = 'open' and starts_with(about, ${common}) and about <> ${about}`;
  await exceptions.raise(sql, kind, [
    {
      about: (open?.others ?? 0) < maxOpen ? about : common,
      cause: 'malformed_message',
      origin: { source: 'wms', name: device.name, deviceKeyId: device.keyId },
      raw: keptOf(body),
      refusals,
    },
  ]);
}

/** Fields whose names say that they hold a secret. The key of a batch is none. */
const secret = /passw|secret|token|credential|authorization|api_?key|device.?key/i;

function keptOf(body: unknown): object {
  const text = JSON.stringify(body ?? null, (key, value) => (secret.test(key) ? '…' : value));
  if (text.length > maxKept) return { beginning: text.slice(0, maxKept) };
  const json = JSON.parse(text);
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : { message: json };
}
