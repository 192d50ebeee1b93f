import { carouselPicture } from '@suyuan/contract/querymanage/carousel-picture.ts';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { MomentInput } from '#ui/pickers/DateInput.tsx';
import { PictureInput } from '#ui/pictures/PictureUpload.tsx';

const spec = thingList(carouselPicture, {
  disables: false,
  titleOf: (row) => row.title,
  shown: {
    picture: {
      input: PictureInput,
      width: 100,
      render: ({ picture, title }) => (
        <img src={pictureAddress(`${picture}`, 'thumb')} alt={`${title}`} className="row-picture" />
      ),
    },
    title: { width: 160, form: { hint: 'yyscancode.titleHint' } },
    link: { width: 190, wrong: 'yyscancode.linkWrong' },
    sort: { width: 75, form: { initial: 0 } },
    shown: { width: 90, tones: { now: 'success', later: 'processing', over: 'default', off: 'default' } },
    shown_from: {
      input: MomentInput,
      width: 150,
      render: (row) => <Moment at={row.shown_from} />,
    },
    shown_to: { input: MomentInput, width: 150, render: (row) => <Moment at={row.shown_to} /> },
    status: { width: 100, hidden: true },
    updated_at: { hidden: true },
  },
});

export const preload = firstRows(spec);

export default function CarouselPictures() {
  return <DataPage spec={spec} />;
}
