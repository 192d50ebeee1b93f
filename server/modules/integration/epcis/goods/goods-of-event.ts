import type { Kysely } from 'kysely';
import type { EpcisEvent } from '#epcis/model/event.ts';
import type { Account } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { onConnection } from '#platform/database/transaction.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import type { DoneBy, DoneByDocument } from '#trace/goods-by-document.ts';
import { momentOf } from '#trace/lookup/events-together.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { placeOf } from '#trace/places.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { custodianOf } from '#trace/state/custody.ts';
import { actOfEvent, type DocumentType, isTold } from './act-of-event.ts';
import { documentId, documentNo, warehouseNamed } from './documents-named.ts';
import type { OwnCodes } from './own-codes.ts';

/** What a captured event says of codes of ours. */
export type GoodsOfEvent =
  /** Nothing that changes a state: it is kept as it came. */
  | 'nothing'
  | { readonly input: EventInput }
  | { readonly byDocument: DoneByDocument }
  | { readonly refused: readonly RefusedText[] }
  /** What only this enterprise decides. */
  | { readonly decided: string };

interface Reading {
  readonly sql: Connection;
  /** What the account may see. */
  readonly db: Kysely<Schema>;
  readonly account: Account;
  readonly own: OwnCodes;
}

/** Says what an event is for the capture of our codes. */
export async function goodsOfEvent(reading: Reading, event: EpcisEvent): Promise<GoodsOfEvent> {
  const { sql, db, account, own } = reading;
  const codes = (uris: readonly string[] = []) => uris.flatMap((uri) => own.get(uri) ?? []);
  const items = codes(event.epcList);
  const children = codes(event.childEPCs);
  const [parent] = codes(event.parentID === undefined ? [] : [event.parentID]);
  const all = [...items, ...children, ...(parent === undefined ? [] : [parent])];
  const known = actOfEvent(event);
  if (all.length === 0 || !known || isWithOthers(event, own)) return 'nothing';
  const { act, by } = known;
  if (!isTold(act)) return { decided: act };
  const done: DoneBy = {
    ...momentOf(localTime(event)),
    by: { accountId: account.id, deviceKeyId: null },
    custodian: custodianOf(account),
    late: true,
  };
  const document = by === undefined ? undefined : await documentFor({ sql, db }, event, by, children);
  if (document && 'refused' in document) return document;
  const id = document?.id ?? 0;
  switch (act) {
    case 'bind':
    case 'scrap':
    case 'sample':
    case 'reject':
      return { input: { ...done, act, workOrderId: id, codes: items } };
    case 'pack':
      return { input: { ...done, act, workOrderId: id, parent: parent as number, children, remainder: true } };
    case 'unpack':
      return { input: { ...done, act, ...(children.length > 0 ? { children } : { parent: parent as number }) } };
    case 'print':
      return { input: { ...done, act: 'reprint', codes: items } };
    case 'inspect':
      return { input: { ...done, act, codes: items } };
    case 'destroy':
      return { input: { ...done, act, codes: items, placeId: null } };
    case 'store': {
      const place = await warehouseNamed(sql, event);
      if (!place) return 'nothing';
      return { input: { ...done, act, codes: items, placeId: await placeOf(sql, place) } };
    }
    case 'load':
    case 'unload':
    case 'ship':
    case 'receive':
    case 'take_back': {
      const texts = new Map((event.epcList ?? []).map((uri) => [own.get(uri) as number, uri]));
      return { byDocument: { act, documentId: id, codes: texts, done } };
    }
    default:
      return 'nothing';
  }
}

/** An event with codes of others beside ours says nothing that could be kept of ours alone: a package of both is no package here. */
const isWithOthers = (event: EpcisEvent, own: OwnCodes): boolean =>
  [...(event.epcList ?? []), ...(event.childEPCs ?? []), event.parentID ?? []].flat().some((uri) => !own.has(uri)) ||
  (event.type === 'AggregationEvent' && event.parentID === undefined);

/** The time of an event with the offset where it happened. */
function localTime({ eventTime, eventTimeZoneOffset }: EpcisEvent): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(eventTimeZoneOffset) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return `${new Date(Date.parse(eventTime) + offset * 60_000).toISOString().slice(0, -1)}${eventTimeZoneOffset}`;
}

/** The document that something is done by. Goods are packed for the order that they were made for, unless another is named. */
async function documentFor(
  { sql, db }: Pick<Reading, 'sql' | 'db'>,
  event: EpcisEvent,
  type: DocumentType,
  children: readonly number[],
): Promise<{ readonly id: number } | { readonly refused: readonly RefusedText[] }> {
  const no = documentNo(event, type);
  if (no === undefined && children.length > 0) {
    const records = await readCodes(sql, children);
    const orders = new Set(children.flatMap((code) => records.get(code)?.workOrderId ?? []));
    const [id] = orders;
    if (orders.size === 1 && id !== undefined) return { id };
  }
  const id = no === undefined ? undefined : await documentId(onConnection(db, sql), type, no);
  if (id !== undefined) return { id };
  return { refused: [{ code: no ?? '', reason: 'unknown_document', conflict: no ?? null }] };
}
