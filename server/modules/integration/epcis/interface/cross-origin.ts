import type { FastifyInstance } from 'fastify';
import { allowOrigins } from '#platform/network/cross-origin.ts';
import { root } from './scope.ts';

const asked = [
  'authorization',
  'content-type',
  'accept-language',
  'gs1-epcis-version',
  'gs1-epcis-min',
  'gs1-epcis-max',
  'gs1-cbv-version',
  'gs1-cbv-min',
  'gs1-cbv-max',
  'gs1-epc-format',
  'gs1-cbv-xml-format',
  'gs1-extensions',
  'gs1-capture-error-behaviour',
];
const answered = [
  'link',
  'location',
  'retry-after',
  'gs1-epcis-version',
  'gs1-epcis-min',
  'gs1-epcis-max',
  'gs1-cbv-version',
  'gs1-cbv-min',
  'gs1-cbv-max',
  'gs1-capture-error-behaviour',
  'gs1-epcis-capture-limit',
  'gs1-epcis-capture-file-size-limit',
  'gs1-next-page-token-expires',
  'gs1-query-min-record-time',
];

/** Allows pages of those origins that may call the API to make requests. */
export const allowPages = (app: FastifyInstance, origins: readonly string[] | undefined): void =>
  allowOrigins(app, origins, { under: root, methods: ['GET', 'POST', 'DELETE', 'OPTIONS'], asked, answered });
