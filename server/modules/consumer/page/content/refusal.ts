import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#platform/language.ts';

export type RefusalKind = 'busy' | 'tooMany';

interface Ready {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly until: number;
}

/** How long a rendered page is reused, in milliseconds; then its template may have changed. */
const fresh = 10_000;

/**
 * Pages that refuse an answer. They are the same for everybody and needed under high load, so each is rendered and compressed
 * once instead of for each request.
 */
export class RefusalPages {
  readonly #make: (kind: RefusalKind, language: Language) => string;
  readonly #ready = new Map<string, Ready>();

  constructor(make: (kind: RefusalKind, language: Language) => string) {
    this.#make = make;
  }

  send(request: FastifyRequest, reply: FastifyReply, kind: RefusalKind, language: Language): FastifyReply {
    const { plain, zipped } = this.#of(kind, language);
    reply.header('vary', 'Accept-Encoding, Accept-Language, Cookie');
    if (!/\bgzip\b/.test(`${request.headers['accept-encoding']}`)) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  }

  #of(kind: RefusalKind, language: Language): Ready {
    const name = `${kind} ${language}`;
    const page = this.#ready.get(name);
    if (page && page.until > Date.now()) return page;
    const plain = Buffer.from(this.#make(kind, language));
    const entry = { plain, zipped: gzipSync(plain), until: Date.now() + fresh };
    this.#ready.set(name, entry);
    return entry;
  }
}
