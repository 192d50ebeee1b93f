import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { textFormats } from '../../../contract/thing/text-formats.ts';

/** Compiles what writes values of a schema as JSON; throws for a schema that it cannot. */
export const writerOf = (schema: object): ((value: unknown) => string) =>
  fastJsonStringify(schema, { ajv: { formats: textFormats } });

/**
 * Writes answers by the contract's schemas. Each is compiled when it is first answered by: there are hundreds, and a start
 * waits for none.
 */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => {
    write ??= writerOf(schema);
    return write(answer);
  };
};
