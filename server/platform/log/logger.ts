import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { DatabaseError } from '../database/driver/errors.ts';
import { callContext } from './call-context.ts';

/**
 * The log: JSON lines on the standard output, each with the id of the request in whose course it was written. No line has secrets,
 * codes, or what people entered: the URL of a request may end in a code, and PostgreSQL quotes values in its errors.
 */
export const loggerOptions = ({ logLevel }: Pick<Config, 'logLevel'>) => ({
  level: logLevel,
  serializers: { req: requestFacts, res: replyFacts, err: errorFacts },
  mixin: (_: object, __: number, logger: { bindings(): object }) => {
    const context = callContext();
    return context && !('reqId' in logger.bindings()) ? { reqId: context.requestId } : {};
  },
});

const requestFacts = ({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>) => ({
  method,
  route: routeOptions?.url,
});

const replyFacts = ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode });

interface ErrorFacts {
  [fact: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

function errorFacts(error: Error): ErrorFacts {
  const facts = { type: error.constructor.name, message: messageOf(error), stack: stackOf(error) };
  const { code } = error as NodeJS.ErrnoException;
  if (!(error instanceof DatabaseError)) return code === undefined ? facts : { ...facts, code };
  // What names things of the schema; `detail`, `where` and others quote values.
  const { severity, schema, table, column, constraint, routine } = error;
  return { ...facts, code, severity, schema, table, column, constraint, routine };
}

function stackOf(error: Error): string {
  const stack = (error.stack ?? '').replace(error.message, () => messageOf(error));
  return error.cause instanceof Error ? `${stack}\ncaused by: ${stackOf(error.cause)}` : stack;
}

/** PostgreSQL puts a value that it could not read behind a colon, and names of the schema before. */
const messageOf = (error: Error): string =>
  error instanceof DatabaseError ? error.message.replace(/: ".*"/s, ': "…"') : error.message;
