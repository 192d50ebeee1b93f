import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { PictureHash } from '../picture.ts';
import { SafeLink } from './scan-design.ts';

const Status = () => Type.Enum(['enabled', 'disabled']);

const carouselFields = {
  /** Read aloud to those who do not see the picture. */
  title: RequiredText(64),
  picture: PictureHash(),
  link: Type.Optional(Nullable(SafeLink())),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** From the first moment to the last but one; left out, always. */
  shown_from: Type.Optional(Nullable(Moment())),
  shown_to: Type.Optional(Nullable(Moment())),
  status: Type.Optional(Status()),
};

export const CarouselPicture = Type.Object({
  id: Id(),
  title: Type.String(),
  picture: Type.String(),
  link: Nullable(Type.String()),
  sort: Type.Integer(),
  shown_from: Nullable(Type.String()),
  shown_to: Nullable(Type.String()),
  status: Status(),
  /** Whether consumers see it now. */
  shown: Type.Enum(['now', 'later', 'over', 'off']),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type CarouselPicture = Type.Static<typeof CarouselPicture>;

export const carouselPage = defineCall({
  method: 'GET',
  path: '/api/querymanage/carousel/pagelist',
  access: ['yyscancode'],
  summary: 'Pictures of the carousel on the consumer page, in their order.',
  input: PageQuery(['sort', 'title', 'updated_at'], {
    keyword: Type.Optional(Text(64)),
    status: Type.Optional(Status()),
  }),
  output: PageOf(CarouselPicture),
});
export const carouselAdd = defineCall({
  method: 'POST',
  path: '/api/querymanage/carousel/add',
  access: ['yyscancode:add'],
  summary: 'Add a picture; templates with the block `carousel` show it.',
  input: Input(carouselFields),
  output: IdOutput(),
});
export const carouselUpdate = defineCall({
  method: 'POST',
  path: '/api/querymanage/carousel/update',
  access: ['yyscancode:update'],
  summary: 'Change a picture of the carousel.',
  input: Input({ id: Id(), ...carouselFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const carouselDelete = defineCall({
  method: 'POST',
  path: '/api/querymanage/carousel/delete',
  access: ['yyscancode:delete'],
  summary: 'Take a picture out of the carousel.',
  input: IdInput(),
  output: Type.Null(),
});
