import type { FastifyRequest } from 'fastify';
import { type Declarations, isNcName } from '#epcis/model/namespaces.ts';
import { EpcisException } from '../problem/epcis-exception.ts';

/** The prefixes of the header GS1-Extensions: `prefix=namespace`, with commas between them. */
export function declaredExtensions({ headers }: FastifyRequest): Declarations {
  const given = headers['gs1-extensions'];
  if (given === undefined || given === '') return [];
  return String(given)
    .split(',')
    .map((pair) => {
      const [, prefix = '', namespace = ''] = /^\s*([^=\s]+)=(\S+)\s*$/.exec(pair) ?? [];
      if (!isNcName(prefix) || namespace === '') {
        throw new EpcisException('ValidationException', 'The header GS1-Extensions must be prefix=namespace, …');
      }
      return [prefix, namespace] as const;
    });
}
