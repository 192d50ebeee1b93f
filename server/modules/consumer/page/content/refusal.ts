import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../../platform/language.ts';

export type RefusalKind = 'busy' | 'tooMany';

interface Ready {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly until: number;
}

/** How long a page is sent as it is: its template may be changed. */
const fresh = 10_000;

/**
 * The pages that send people away. They say the same to everybody, and are sent when there is most to do: each is made
 * and compressed once and not for every one of a flood.
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
    const known = this.#ready.get(name);
    if (known && known.until > Date.now()) return known;
    const plain = Buffer.from(this.#make(kind, language));
    const made = { plain, zipped: gzipSync(plain), until: Date.now() + fresh };
    this.#ready.set(name, made);
    return made;
  }
}
