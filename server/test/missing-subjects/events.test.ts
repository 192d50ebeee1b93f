import { expect, test } from 'vitest';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { captureServer } from '../goods/capture-server.ts';
import { newRecall } from '../goods/capture-stage.ts';

// An event about nothing would be an event that names no code, and no rule would have been asked: it is a bad input, by name.

const { server, capture } = await captureServer();
const recall = { kind: 'recall', id: await newRecall(server.sql) } as const;

/** Each event that can be about nothing; those of others name a single code. A new event without its row does not compile. */
const nothing: Readonly<Record<EventInput['act'], { readonly field: string; readonly given: object } | 'one code'>> = {
  pack: 'one code',
  repack: 'one code',
  retract: 'one code',
  replace: 'one code',
  load: 'one code',
  unpack: { field: 'children', given: { children: [] } },
  bind: { field: 'codes', given: { workOrderId: 1, codes: [] } },
  reject: { field: 'codes', given: { workOrderId: 1, codes: [] } },
  scrap: { field: 'codes', given: { workOrderId: 1, codes: [] } },
  sample: { field: 'codes', given: { workOrderId: 1, codes: [] } },
  print: { field: 'codes', given: { workOrderId: 1, codes: [] } },
  reprint: { field: 'codes', given: { codes: [] } },
  inspect: { field: 'codes', given: { codes: [] } },
  unmark: { field: 'codes', given: { did: 'bind', event: 1, error: 'did_not_occur', cause: null, codes: [] } },
  untravel: { field: 'codes', given: { did: 'receive', waybillId: 1, event: 1, error: 'did_not_occur', codes: [] } },
  hold: { field: 'scope', given: { document: recall, lots: [], codes: [], places: [], reason: 'glass' } },
  release: { field: 'codes', given: { document: recall, holds: [] } },
  close: { field: 'ranges', given: { ranges: [] } },
  reopen: { field: 'ranges', given: { ranges: [] } },
  unload: { field: 'codes', given: { waybillId: 1, placeId: null, codes: [] } },
  ship: { field: 'codes', given: { waybillId: 1, placeId: null, codes: [] } },
  receive: { field: 'codes', given: { waybillId: 1, placeId: null, codes: [] } },
  lose: { field: 'codes', given: { waybillId: 1, placeId: null, codes: [] } },
  void_ship: { field: 'codes', given: { waybillId: 1, placeId: null, codes: [] } },
  exchange: { field: 'pairs', given: { waybillId: 1, placeId: null, underWayId: 1, pairs: [] } },
  store: { field: 'codes', given: { placeId: 7, codes: [] } },
  take_back: { field: 'codes', given: { placeId: 7, codes: [] } },
  void_return: { field: 'codes', given: { placeId: 7, codes: [] } },
  restock: { field: 'codes', given: { placeId: 7, codes: [] } },
  rework: { field: 'codes', given: { placeId: 7, codes: [] } },
  destroy: { field: 'codes', given: { placeId: null, codes: [] } },
};

const about = Object.entries(nothing).flatMap(([eventType, one]) =>
  one === 'one code' ? [] : [{ act: eventType, ...one }],
);
const common = { at: Date.now(), utcOffset: 480, by: { accountId: 1, deviceKeyId: null }, custodian: 'enterprise' };

test.each(about)(
  '$act without a subject is a 400 for $field, alone and among others',
  async ({ act: eventType, field, given }) => {
    const input = { ...common, ...given, act: eventType } as unknown as EventInput;
    const refusal = { status: 400, fields: [{ path: field, reason: 'required' }] };
    await expect(capture.event(input)).rejects.toMatchObject(refusal);
    await expect(capture.withCaptureLock((sql) => capture.captureIn(sql, [input]))).rejects.toMatchObject(refusal);
  },
);
