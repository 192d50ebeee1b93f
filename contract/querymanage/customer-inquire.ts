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
  summary: 'Preview the page that a consumer would see for a code now. Nothing is recorded or counted.',
  input: Input({ code: RequiredCode(), language: Type.Enum([...languages]) }),
  output: Type.Object({ html: Type.String() }),
});
