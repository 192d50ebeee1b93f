import { day } from '@suyuan/contract/durations.ts';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** After a week nobody remembers why a line stood. */
const since = () => new Date(Date.now() - 7 * day);

export const stopsWithoutReason = defineWaiting({
  name: 'stops_without_reason',
  permission: 'stop:reason',
  screen: 'stop',
  query: () => ({ has_reason: 'false', from: since().toISOString() }),
  rows: (db) =>
    db
      .selectFrom('line_stop')
      .where('reason_id', 'is', null)
      .where('void_at', 'is', null)
      .where('begins_at', '>', since()),
});
