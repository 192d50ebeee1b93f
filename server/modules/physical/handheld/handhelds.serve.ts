import { contact } from '@suyuan/contract/handheld/handheld.ts';
import type { Services } from '#platform/services.ts';
import type { HandheldRow } from './handheld.table.ts';
import { installationKey } from './installation-key.ts';

/** Serves the contact of handhelds. */
export default function serveHandhelds({ routes, system, masterKey }: Services): void {
  const { sql } = system.ownWork;

  routes.serve(contact, async (told, { account, ip, userAgent }) => {
    const now = new Date();
    const clockAhead = Date.parse(told.time) - now.getTime();
    const read = told.message_read === undefined ? null : new Date(told.message_read);
    const isCounted = told.waiting !== undefined;
    const oldest = told.oldest_waiting_at === undefined ? null : new Date(told.oldest_waiting_at);
    const [{ publicKey, recoveryKey }, [row]] = await Promise.all([
      installationKey(sql, masterKey),
      sql<Pick<HandheldRow, 'message' | 'message_at' | 'message_read_at'>[]>`
        insert into handheld as h (
          device, account_id, name, model, version, battery, waiting, oldest_waiting_at, last_error,
          clock_ahead, user_agent, ip, seen_at)
        values (${told.device}, ${account.id}, ${told.name?.trim() || null}, ${told.model?.trim() || null}, ${told.version},
          ${told.battery ?? null}, ${told.waiting ?? 0}, ${oldest}, ${told.last_error?.trim() || null}, ${clockAhead},
          ${userAgent}, ${ip}, ${now})
        on conflict (device, account_id) do update set
          name = coalesce(excluded.name, h.name), model = coalesce(excluded.model, h.model), version = excluded.version,
          battery = excluded.battery,
          waiting = case when ${isCounted} then excluded.waiting else h.waiting end,
          oldest_waiting_at = case when ${isCounted} then excluded.oldest_waiting_at else h.oldest_waiting_at end,
          last_error = case when ${isCounted} then excluded.last_error else h.last_error end,
          clock_ahead = excluded.clock_ahead, user_agent = excluded.user_agent, ip = excluded.ip, seen_at = excluded.seen_at,
          message_read_at = case when h.message_at = ${read} then ${now} else h.message_read_at end
        returning message, message_at, message_read_at`,
    ]);
    return {
      time: new Date().toISOString(),
      account: { name: account.name, permissions: [...account.permissions] },
      message:
        row?.message && row.message_at && !row.message_read_at
          ? { text: row.message, sent_at: row.message_at.toISOString() }
          : null,
      public_key: publicKey.toString('base64'),
      recovery_key: recoveryKey(told.device, account.id).toString('base64'),
    };
  });
}
