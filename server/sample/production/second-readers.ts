import { minute } from '@suyuan/contract/durations.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { Device } from '@suyuan/simulator/client.ts';
import { momentAt, type SentEvent } from '@suyuan/simulator/line.ts';
import type { Connection } from '#platform/database/database.ts';
import { utcOffset } from '../filling/days.ts';
import type { SampleAccounts } from '../filling/sample-account.ts';
import type { MadeRun, PackedCase } from './made.ts';

interface Parts extends Pick<SampleAccounts, 'call' | 'way'> {
  readonly sql: Connection;
  readonly printed: (code: number) => string;
}

/**
 * Reports of a handheld reader and a second printer on two lines that contradict those of the lines: labels printed and read
 * twice, bottles of another order among packed ones, a discarded label, and a bottle rejected too late. Each becomes an
 * exception.
 */
export async function raiseSampleExceptions(parts: Parts, runs: readonly MadeRun[]): Promise<void> {
  const caseOf = (orderNo: string, pallet: number, at: number): PackedCase => {
    const packedCase = runs
      .find((run) => run.orderNo === orderNo)
      ?.pallets.at(pallet)
      ?.cases.at(at);
    if (!packedCase) throw new Error(`the sample data have no such case for ${orderNo}`);
    return packedCase;
  };
  const later = ({ at }: PackedCase, minutes: number) => momentAt(at + minutes * minute, utcOffset);
  const codesOf = ({ units }: PackedCase, count: number) => units.slice(0, count).map(parts.printed);
  const [first, second, third] = [caseOf('GD-0106', 0, 3), caseOf('GD-0106', 0, 9), caseOf('GD-0104', 1, 5)];
  const other = caseOf('GD-0203', -1, 7);
  await tell(parts, 'CX-01', '复核枪', 'GD-0106', [
    { act: 'bound', event_time: later(first, 1), codes: codesOf(first, 1) },
    { act: 'bound', event_time: later(second, 1), codes: codesOf(second, 2) },
    { act: 'rejected', event_time: later(second, -1), codes: codesOf(second, 1), cause: '液位不足' },
    { act: 'bound', event_time: later(second, 2), codes: [await scrappedOf(parts, 'GD-0106')] },
    { act: 'bound', event_time: later(second, 3), codes: codesOf(third, 1) },
  ]);
  await tell(parts, 'CX-01', '备用喷码机', 'GD-0104', [
    { act: 'printed', event_time: later(third, 1), codes: codesOf(third, 6) },
  ]);
  await tell(parts, 'CX-02', '复核枪', 'GD-0204', [
    { act: 'bound', event_time: later(caseOf('GD-0204', 0, 4), 1), codes: codesOf(other, 2) },
  ]);
}

/** Reports events by a further device of a line, with a key of its own. */
async function tell(
  { call, way }: Parts,
  line: string,
  name: string,
  order_no: string,
  events: readonly SentEvent[],
): Promise<void> {
  const { rows } = await call(productionLine.page, { keyword: line });
  const line_id = rows.find(({ line_code }) => line_code === line)?.id as number;
  const { key } = await call(deviceKeyAdd, { line_id, name: `${line} ${name}` });
  await new Device(way, key).call(deviceBatch, {
    batch_key: `${line} ${name}`,
    acts: events.map((event, at) => ({ id: `${at}`, order_no, ...event })),
  });
}

/** A discarded label of an order. */
async function scrappedOf({ sql, printed }: Parts, orderNo: string): Promise<string> {
  const [label] = await sql<{ code: number }[]>`
    select c.code from trace_event e join event_code c on c.event_id = e.id join work_order o on o.id = e.work_order_id
    where o.order_no = ${orderNo} and e.reason = '标签破损' order by c.code limit 1`;
  if (!label) throw new Error(`the sample data have no scrapped label of ${orderNo}`);
  return printed(label.code);
}
