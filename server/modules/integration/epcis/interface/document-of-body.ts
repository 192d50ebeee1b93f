import type { FastifyRequest } from 'fastify';
import { readJsonDocument } from '#epcis/json/read-document.ts';
import type { DocumentReading } from '#epcis/model/document.ts';
import { UnreadableDocument } from '#epcis/model/problem.ts';
import { readXmlDocument } from '#epcis/xml/read-document.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import { declaredExtensions } from './declared-extensions.ts';
import { isXml } from './negotiation.ts';

/** The most events of a document. Beyond that it should be sent in several. */
export const captureLimit = 10_000;

/** Reads the document in the body of a request. Throws an exception of EPCIS for what is none. */
export function documentOfBody(request: FastifyRequest): DocumentReading {
  const { body } = request;
  if (!Buffer.isBuffer(body)) throw new EpcisException('UnsupportedMediaTypeException', 'The request has no body.');
  const document = read(() => {
    const text = textOf(body);
    return isXml(request.headers['content-type'] ?? '')
      ? readXmlDocument(text)
      : readJsonDocument(text, declaredExtensions(request));
  });
  if (document.events.length > captureLimit) {
    throw new EpcisException(
      'CaptureLimitExceededException',
      `The document has ${document.events.length} events; ${captureLimit} are accepted at once.`,
    );
  }
  return document;
}

function read(work: () => DocumentReading): DocumentReading {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnreadableDocument) throw new EpcisException('ValidationException', error.message);
    throw error;
  }
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new UnreadableDocument('The document is not UTF-8.');
  }
}
