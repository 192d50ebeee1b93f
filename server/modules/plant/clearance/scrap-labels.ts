import { numbersIn, type Range, rangesOf } from '@suyuan/codes/sets/ranges.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { SharedServices } from '#shared-services.ts';
import type { MarkEvent, UnmarkEvent } from '#trace/capture/context/event-input.ts';
import { captureInChange, doneNow } from '#trace/lookup/events-together.ts';

/** The codes of one event. */
const codesOfEvent = 2000;

interface Scrapping {
  readonly id: number;
  readonly clearance_no: string;
  readonly order: number;
  readonly codes: readonly number[];
}

/** Scraps the labels that a clearance destroyed; the reason is its number. The change was begun by `Capture.queued`. */
export async function scrapLabels(
  change: Change,
  shared: SharedServices,
  caller: Caller<Account>,
  { id, clearance_no, order, codes }: Scrapping,
): Promise<void> {
  if (codes.length === 0) return;
  const common = { ...doneNow(caller), act: 'scrap', workOrderId: order, reason: clearance_no } as const;
  const inputs: MarkEvent[] = [];
  for (let at = 0; at < codes.length; at += codesOfEvent)
    inputs.push({ ...common, codes: codes.slice(at, at + codesOfEvent) });
  const events = await captureInChange(change, shared, inputs);
  const rows = inputs.flatMap((input, at) =>
    rangesOf(input.codes).map(({ first, last }) => ({
      ...{ line_clearance_id: id, event_id: events[at] as number },
      ...{ first_id: first, last_id: last },
    })),
  );
  await change.db.insertInto('line_clearance_label').values(rows).execute();
}

/** Declares wrong that a clearance scrapped labels: they are printed and not used again. */
export async function unscrapLabels(
  change: Change,
  shared: SharedServices,
  caller: Caller<Account>,
  { id, clearance_no }: Pick<Scrapping, 'id' | 'clearance_no'>,
): Promise<void> {
  const rows = await change.sql<(Range & { event: number })[]>`
    select event_id as event, first_id as first, last_id as last from line_clearance_label
    where line_clearance_id = ${id} order by first_id`;
  if (rows.length === 0) return;
  const inputs = [...Map.groupBy(rows, ({ event }) => event)].map(
    ([event, ranges]): UnmarkEvent => ({
      ...{ ...doneNow(caller), act: 'unmark', did: 'scrap', event, cause: clearance_no },
      ...{ codes: ranges.flatMap(numbersIn), error: 'did_not_occur', reason: clearance_no },
    }),
  );
  await captureInChange(change, shared, inputs);
  await change.db.deleteFrom('line_clearance_label').where('line_clearance_id', '=', id).execute();
}
