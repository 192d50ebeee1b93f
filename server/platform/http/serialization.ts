import { textFormats } from '@suyuan/contract/thing/text-formats.ts';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';

/** Compiles a JSON serialiser for a schema; throws if it cannot. */
export const writerOf = (schema: object): ((value: unknown) => string) =>
  fastJsonStringify(schema, { ajv: { formats: textFormats } });

/** Serialises answers by the schemas of the contract, compiled on first use, since hundreds would slow down the start. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => {
    write ??= writerOf(schema);
    return write(answer);
  };
};
