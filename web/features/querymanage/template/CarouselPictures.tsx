import { pictureUrl } from '../../../../contract/picture.ts';
import {
  carouselAdd,
  carouselDelete,
  carouselPage,
  carouselUpdate,
} from '../../../../contract/querymanage/carousel-picture.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { Moment } from '../../../ui/Moment.tsx';
import { PictureInput } from '../../../ui/pictures/PictureUpload.tsx';
import { MomentInput } from './MomentInput.tsx';

const spec: ListSpec = {
  name: 'yyscancode',
  thing: 'carousel_picture',
  page: carouselPage,
  add: carouselAdd,
  update: carouselUpdate,
  remove: carouselDelete,
  titleOf: (row) => `${row.title}`,
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    {
      key: 'picture',
      kind: 'own',
      input: PictureInput,
      column: {
        width: 140,
        render: ({ picture, title }) => (
          <img src={pictureUrl(`${picture}`, 'thumb')} alt={`${title}`} height={48} style={{ borderRadius: 4 }} />
        ),
      },
      form: { required: true },
    },
    {
      key: 'title',
      kind: 'text',
      column: { width: 200, sort: true },
      form: { required: true, maxLength: 64, hint: 'yyscancode.titleHint' },
    },
    {
      key: 'link',
      kind: 'text',
      column: { width: 240 },
      form: { maxLength: 512, pattern: { test: /^https:\/\/[^\s"<>@\\]+$/, says: 'yyscancode.linkWrong' } },
    },
    { key: 'sort', kind: 'number', min: 0, max: 1_000_000, column: { width: 90, sort: true }, form: { initial: 0 } },
    {
      key: 'shown',
      kind: 'choice',
      choices: ['now', 'later', 'over', 'off'],
      tones: { now: 'success', later: 'processing', over: 'default', off: 'default' },
      column: { width: 120 },
    },
    {
      key: 'shown_from',
      kind: 'own',
      input: MomentInput,
      column: { width: 180, render: (row) => <Moment at={row.shown_from as string | null} /> },
      form: {},
    },
    {
      key: 'shown_to',
      kind: 'own',
      input: MomentInput,
      column: { width: 180, render: (row) => <Moment at={row.shown_to as string | null} /> },
      form: {},
    },
    {
      key: 'status',
      kind: 'choice',
      choices: ['enabled', 'disabled'],
      tones: { enabled: 'success', disabled: 'default' },
      search: true,
      column: { width: 100, hidden: true },
      form: { required: true, initial: 'enabled' },
    },
    { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
  ],
};

export const first = firstRows(spec);

export default function CarouselPictures() {
  return <DataPage spec={spec} />;
}
