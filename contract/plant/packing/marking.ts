import Type from 'typebox';
import { deskEvent } from '../../call/call.ts';
import { Codes, Id, Input, Moment, Reason, RequiredCode } from '../../thing/fields.ts';
import { BatchKey } from '../../thing/identifiers.ts';

/** Scrapping, sampling and rejecting by people, for a work order: the same events as those of devices. Refusals as for packing. */

export const deskMarks = ['scrap', 'sample', 'reject'] as const;
export type DeskMark = (typeof deskMarks)[number];

const Marked = Type.Object({ marked: Type.Integer() });

const markOf = (mark: DeskMark, summary: string) =>
  deskEvent(
    `/api/plant/relevance/${mark}`,
    [`relevance:${mark}`],
    `${summary} All codes or none. With \`moving\`, codes that are in a package are taken out of it first.`,
    Input({
      work_order_id: Id(),
      codes: Codes(),
      /** Why, in the words by which rejects are counted. */
      reason: Reason(),
      moving: Type.Optional(Type.Boolean()),
      event_time: Type.Optional(Moment()),
      batch_key: BatchKey(),
    }),
    Marked,
  );

export const codesScrap = markOf('scrap', 'Record that labels, or products with their labels, were scrapped.');
export const codesSample = markOf('sample', 'Record that labels or products were sampled. They can no longer be sold.');
export const codesReject = markOf('reject', 'Record that products were rejected. They can be packed later.');

export const codesUnmark = deskEvent(
  '/api/plant/relevance/unmark',
  ['relevance:scrap', 'relevance:sample', 'relevance:reject'],
  'Declare scrapping, sampling or rejecting by people wrong (EPCIS: did_not_occur). The codes return to their previous ' +
    'state. Needs the permission for the event that is declared wrong.',
  Input({
    codes: Type.Array(RequiredCode(), { minItems: 1, maxItems: 2000 }),
    reason: Reason(),
    batch_key: BatchKey(),
  }),
  Marked,
);
