import { isCallForKeys } from '@suyuan/contract/access/system-key.ts';
import { type Call, callersOf } from '@suyuan/contract/call/call.ts';
import type { FastifySchema } from 'fastify';
import Type from 'typebox';
import { onceMark } from '../http/system-routes.ts';
import { writes } from './admission.ts';

/** Whether the input of a call is in its query; otherwise it is the body. */
export const isInQuery = (call: Call): boolean => call.method === 'GET' || call.upload === true;

/** What Fastify validates of a call, and what OpenAPI says of it. */
export const schemaOf = (call: Call): FastifySchema => ({
  summary: call.summary,
  description: `Who may call: ${callersOf(call)}.`,
  tags: [call.path.split('/')[2] ?? ''],
  ...(call.access === 'public' ? {} : { security: securityOf(call) }),
  ...(isOnceByKeys(call) ? { [onceMark]: true } : {}),
  [isInQuery(call) ? 'querystring' : 'body']: call.input,
  ...(call.answers === 'file' ? {} : { response: { 200: envelopeOf(call) } }),
});

/** Whether the key of a system can have a call carried out once, by an Idempotency-Key. */
const isOnceByKeys = (call: Call): boolean =>
  call.access !== 'public' && isCallForKeys(call) && writes(call) && call.answers !== 'file';

/** How callers authenticate, as OpenAPI says it. */
const securityOf = (call: Call) =>
  [call.access === 'device' ? 'deviceKey' : 'token', ...(isCallForKeys(call) ? ['systemKey'] : [])].map((scheme) => ({
    [scheme]: [],
  }));

const envelopeOf = (call: Call) =>
  Type.Object({ status_code: Type.Integer(), message: Type.String(), code: Type.Integer(), data: call.output });
