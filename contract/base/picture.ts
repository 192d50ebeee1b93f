import Type from 'typebox';
import type { Call } from '../call/call.ts';
import { Input } from '../thing/fields.ts';

export const pictureAdd = {
  method: 'POST',
  path: '/api/base/pictures/add',
  access: [
    'productlist:add',
    'productlist:update',
    'productsort:add',
    'productsort:update',
    'enterprise',
    'scancode:update',
    'yyscancode:add',
    'yyscancode:update',
    'arrival:tally',
    'arrival:sign',
  ],
  summary:
    'Upload a picture (JPEG, PNG, WebP, GIF or AVIF, detected by content, at most 10 MB). It is rotated upright, ' +
    'scaled down and served under /pictures/<hash>.webp.',
  upload: true,
  input: Input({}),
  output: Type.Object({ hash: Type.String(), width: Type.Integer(), height: Type.Integer() }),
} as const satisfies Call;
