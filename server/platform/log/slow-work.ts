import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { type CallContext, callContext } from './call-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It receives or sends a file, whose time depends on the caller's connection. */
    readonly movesFile?: boolean;
  }
}

/** The most lines a minute of each kind: what makes one call slow makes many slow. */
const maxLines = 60;
const minute = 60_000;

/** Logs calls and statements that take longer than `SUYUAN_SLOW_MS`. */
export class SlowWork {
  readonly threshold: number;
  readonly #log: FastifyBaseLogger;
  readonly #written = new Map<string, number>();
  #until = 0;

  constructor({ slowMilliseconds }: Pick<Config, 'slowMilliseconds'>, log: FastifyBaseLogger) {
    this.threshold = slowMilliseconds;
    this.#log = log;
  }

  /** Whatever a statement is sent in the course of; asked as it is sent, since its answer comes in the course of none. */
  context(): CallContext | undefined {
    return callContext();
  }

  /** Notes a statement that took long. */
  statement(text: string, milliseconds: number, context: CallContext | undefined): void {
    const statement = statementName(text);
    if (context && milliseconds > (context.slowest?.milliseconds ?? 0)) context.slowest = { statement, milliseconds };
    this.#write('a statement was slow', {
      ...(context ? { reqId: context.requestId } : {}),
      statement,
      milliseconds,
      text: withoutLiterals(text).slice(0, 400),
    });
  }

  /** Logs slow calls of a server, with the slowest of their statements. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const { elapsedTime } = reply;
      const { method, context, id } = request;
      const { url, config } = request.routeOptions;
      if (elapsedTime >= this.threshold && config?.movesFile !== true)
        this.#write('a call was slow', {
          reqId: id,
          method,
          route: url,
          status: reply.statusCode,
          milliseconds: Math.round(elapsedTime),
          ...(context?.slowest
            ? { statement: context.slowest.statement, statementMilliseconds: context.slowest.milliseconds }
            : {}),
        });
      done();
    });
  }

  #write(message: string, facts: object): void {
    const now = Date.now();
    if (now >= this.#until) {
      for (const [kind, lines] of this.#written)
        if (lines > maxLines) this.#log.warn({ unwritten: lines - maxLines }, `${kind}, more often than is logged`);
      this.#written.clear();
      this.#until = now + minute;
    }
    const lines = (this.#written.get(message) ?? 0) + 1;
    this.#written.set(message, lines);
    if (lines <= maxLines) this.#log.warn(facts, message);
  }
}

/**
 * The name of a statement: its verb, the first table or function that it names, and a hash of its text, the same on every server of a version:
 * `update job 3f1c09aa`.
 */
export function statementName(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  const [, verb = 'statement'] =
    /\b(select|insert|update|delete|copy|fetch|commit|begin|declare|lock)\b/i.exec(plain) ?? [];
  const [, table] =
    /\b(?:from|into|update|copy|table|join)\s+(?:only\s+)?"?([a-z_][\w.]*)/i.exec(plain) ??
    /\bselect\s+([a-z_]\w*)\(/i.exec(plain) ??
    [];
  const hash = createHash('sha256').update(regardlessOfLength(plain)).digest('hex').slice(0, 8);
  return [verb.toLowerCase(), ...(table ? [table] : []), hash].join(' ');
}

/** Lists of values are of many lengths. */
const regardlessOfLength = (text: string): string =>
  text.replaceAll(/\$\d+(?:\s*,\s*\$\d+)*/g, '$').replaceAll(/\(\$\)(?:\s*,\s*\(\$\))*/g, '($)');

const withoutLiterals = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\d{6,}/g, '…');
