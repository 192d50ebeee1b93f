import type { Schedule } from '@suyuan/contract/integration/subscription.ts';
import { isObject, type JsonObject } from '#epcis/json/json-text.ts';
import { isTime } from '#epcis/model/values.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { scheduleOf, scheduleParts } from './schedule.ts';

/** What a subscriber says of a subscription (EPCIS 2.0, section 8.2.5). */
export interface Controls {
  /** Undefined for a stream. */
  readonly schedule: Schedule | undefined;
  readonly reportIfEmpty: boolean;
  readonly initialRecordTime: string | undefined;
}

const refused = (detail: string): EpcisException => new EpcisException('SubscriptionControlsException', detail);

const longestToken = 500;

/** Reads the body that asks for a webhook; its `dest` is still to be checked. */
export function webhookOf(body: JsonObject): Controls & { readonly dest: unknown; readonly signatureToken?: string } {
  const { dest, signatureToken, stream, schedule, reportIfEmpty = false, initialRecordTime, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw refused(`${unknown.slice(0, 100)} is not a field of a subscription.`);
  if (dest === undefined) throw new EpcisException('ValidationException', 'dest is missing: the address to send to.');
  const isToken = typeof signatureToken === 'string' && signatureToken !== '' && signatureToken.length <= longestToken;
  if (signatureToken !== undefined && !isToken) {
    throw new EpcisException(
      'ValidationException',
      `signatureToken must be a text of 1 to ${longestToken} characters.`,
    );
  }
  if (schedule !== undefined && !isObject(schedule)) throw refused('schedule must be an object.');
  if (typeof reportIfEmpty !== 'boolean') throw refused('reportIfEmpty must be true or false.');
  if (stream !== undefined && typeof stream !== 'boolean') throw refused('stream must be true or false.');
  return {
    dest,
    ...(isToken ? { signatureToken } : {}),
    ...controls(stream === true, schedule && plain(schedule), initialRecordTime),
    reportIfEmpty,
  };
}

/** Reads the query string that asks for a WebSocket. */
export function socketOf(query: Readonly<Record<string, unknown>>): Controls {
  const { stream, reportIfEmpty = 'false', initialRecordTime, ...others } = query;
  for (const [name, value] of Object.entries({ stream: stream ?? 'false', reportIfEmpty })) {
    if (value !== 'true' && value !== 'false') throw refused(`${name} must be true or false.`);
  }
  const given = Object.keys(others).length > 0 ? others : undefined;
  const unknown = Object.keys(others).find((name) => !scheduleParts.some((part) => part === name));
  if (unknown !== undefined) throw refused(`${unknown.slice(0, 100)} is not a part of a schedule.`);
  return { ...controls(stream === 'true', given, initialRecordTime), reportIfEmpty: reportIfEmpty === 'true' };
}

function controls(
  stream: boolean,
  schedule: Readonly<Record<string, unknown>> | undefined,
  initialRecordTime: unknown,
): Pick<Controls, 'schedule' | 'initialRecordTime'> {
  if (stream === (schedule !== undefined)) throw refused('A subscription has either stream: true or a schedule.');
  if (initialRecordTime !== undefined && (typeof initialRecordTime !== 'string' || !isTime(initialRecordTime))) {
    throw refused('initialRecordTime must be a date and time with a time zone.');
  }
  return { schedule: schedule && scheduleOf(schedule), initialRecordTime };
}

const plain = (json: JsonObject): Readonly<Record<string, unknown>> => ({ ...json });
