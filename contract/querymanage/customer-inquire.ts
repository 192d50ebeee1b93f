import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { languages } from '../languages.ts';
import { Input, RequiredCode } from '../thing/fields.ts';

export const customerInquire = defineCall({
  method: 'POST',
  path: '/api/querymanage/customerinquire/look',
  effect: 'none',
  access: ['customerinquire'],
  traced: true,
  summary: 'The page that a consumer would see now for a code. Nothing is recorded, and nothing counts.',
  input: Input({ code: RequiredCode(), language: Type.Enum([...languages]) }),
  output: Type.Object({ html: Type.String() }),
});
