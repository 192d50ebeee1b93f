import Type from 'typebox';
import { Status } from '../base/partner-fields.ts';
import { PictureHash } from '../picture.ts';
import { Moment, RequiredText } from '../thing/fields.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, optional, readOnly, required } from '../thing/thing-fields.ts';
import { SafeLink } from './scan-design.ts';

export const carouselPicture = defineThing({
  key: 'yyscancode',
  table: 'carousel_picture',
  parties: 'nothing',
  path: '/api/querymanage/carousel',
  fields: {
    picture: required(PictureHash()),
    /** Alternative text, read by screen readers. */
    title: required(RequiredText(64), { sort: true }),
    link: optional(SafeLink()),
    sort: defaulted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { sort: true }),
    /** Whether consumers see it at the moment. */
    shown: readOnly(Type.Enum(['now', 'later', 'over', 'off'])),
    /** Shown from `shown_from` until just before `shown_to`; unlimited if omitted. */
    shown_from: optional(Moment()),
    shown_to: optional(Moment()),
    status: defaulted(Status(), { filter: true }),
    created_at: readOnly(Moment(), { exported: false }),
    updated_at: readOnly(Moment(), { sort: true }),
  },
  without: ['import'],
  summaries: {
    page: 'List pictures of the carousel on the consumer page, in their order.',
    add: 'Add a picture. Templates with the block `carousel` show it.',
    update: 'Change a picture of the carousel.',
    delete: 'Remove a picture from the carousel.',
  },
});
export type CarouselPicture = RowOf<typeof carouselPicture>;
