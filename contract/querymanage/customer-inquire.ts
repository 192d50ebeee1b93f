import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Input, RequiredText } from '../fields.ts';

export const customerInquire = defineCall({
  method: 'POST',
  path: '/api/querymanage/customerinquire/look',
  effect: 'none',
  access: ['customerinquire'],
  summary: 'The page that a consumer would see now for a code. Nothing is recorded, and nothing counts.',
  input: Input({ code: RequiredText(2048), language: Type.Enum(['zh', 'en', 'es', 'ja']) }),
  output: Type.Object({ html: Type.String() }),
});
