import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { WriteOptions } from '#epcis/model/write-options.ts';
import type { Connection } from '#platform/database/database.ts';
import { epcFormats, type Formats, versions, writeOptionsFor } from '../answer/formats.ts';
import { EpcisException } from '../problem/epcis-exception.ts';

const json = ['application/json', 'application/ld+json'];
const xml = ['application/xml', 'text/xml'];
type Offered = 'json' | 'json or xml';

/** The media type of an answer by the header Accept. */
export function mediaTypeOf(request: FastifyRequest, offered: Offered = 'json or xml'): string {
  const types = offered === 'json' ? json : [...json, ...xml];
  const type = new Negotiator(request.raw).mediaType(types);
  if (type === undefined) {
    throw new EpcisException('NotAcceptableException', `The answer can be ${types.join(', ')}.`);
  }
  return type;
}

export const isXml = (mediaType: string): boolean => /[/+]xml\b/.test(mediaType);

/** Whether whoever asked wants problems as XML: it is asked for and JSON is not. */
export const wantsXmlProblems = (request: FastifyRequest): boolean =>
  isXml(
    new Negotiator(request.raw).mediaType([...json, ...xml, 'application/problem+json', 'application/problem+xml']) ??
      '',
  );

/** The value of a header of GS1, one of those that there are; the first is assumed. */
function choice<const Value extends string>(
  request: FastifyRequest,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const given = request.headers[name];
  if (given === undefined) return values[0];
  const value = values.find((one) => one === given);
  if (value === undefined) {
    throw new EpcisException('ValidationException', `The header ${name} must be one of ${values.join(', ')}.`);
  }
  return value;
}

export const errorBehaviour = (request: FastifyRequest): 'rollback' | 'proceed' =>
  choice(request, 'gs1-capture-error-behaviour', ['rollback', 'proceed']);

/** The headers GS1-EPC-Format and GS1-CBV-XML-Format. */
export const formatsOf = (request: FastifyRequest): Formats => ({
  epc: choice(request, 'gs1-epc-format', epcFormats),
  words: choice(request, 'gs1-cbv-xml-format', ['No_Preference', 'Always_Web_URI', 'Always_URN', 'Never_Translates']),
});

/** How an answer writes identifiers and words. */
export const writeOptions = (request: FastifyRequest, sql: Connection): Promise<WriteOptions> =>
  writeOptionsFor(formatsOf(request), sql);

/** Refuses a request for, or in, versions that are not served. */
export function checkVersions(request: FastifyRequest): void {
  for (const [name, version] of Object.entries(versions)) {
    const [exact, least, most] = ['version', 'min', 'max'].map((end) => request.headers[`${name}-${end}`]);
    const order = (other: unknown) => compared(String(other), version, `${name}-*`);
    const isServed =
      (exact === undefined || order(exact) === 0) &&
      (least === undefined || order(least) <= 0) &&
      (most === undefined || order(most) >= 0);
    if (!isServed) throw new EpcisException('NotAcceptableException', `Version ${version} is served (${name}).`);
  }
}

/** The order of two versions, as far as both are given: 2.0 is 2.0.0. */
function compared(one: string, other: string, header: string): number {
  if (!/^\d+(\.\d+)*$/.test(one)) {
    throw new EpcisException('ValidationException', `A header ${header} is not a version number.`);
  }
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
