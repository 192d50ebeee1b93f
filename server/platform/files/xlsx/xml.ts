import { SaxesParser } from 'saxes';
import { badFile, tooMuchInFile, xmlLimits } from '../file-limits.ts';

/** Callbacks for tags and texts. Names come without their prefixes. */
export interface XmlHandler {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/** The number of characters parsed at a time. */
const pieceSize = 2 ** 14;

/**
 * Parses a part as its bytes arrive, and yields after each piece. Memory is bounded by one token and the names of open tags:
 * the sizes of tokens and the numbers of attributes, levels and tags are limited, and there are no entities except for the
 * five of XML.
 */
export async function* xmlPieces(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new BoundedParser(handler);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += pieceSize) {
      parser.write(text.slice(at, at + pieceSize));
      yield;
    }
  }
  parser.write(decoder.decode());
  parser.end();
}

/** Parses a whole part. */
export async function parseXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  for await (const _ of xmlPieces(bytes, handler));
}

class BoundedParser {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  /** Characters since the last token ended. */
  #token = 0;
  #attributes = 0;
  #tags = 0;
  #depth = 0;

  constructor(handler: XmlHandler) {
    const parser = this.#parser;
    parser.on('attribute', () => {
      this.#token = 0;
      this.#attributes += 1;
      if (this.#attributes > xmlLimits.attributes) throw tooMuchInFile();
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.#opened();
      handler.open(localName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      this.#token = 0;
      this.#depth -= 1;
      handler.close(localName(name));
    });
    for (const event of ['text', 'cdata'] as const) {
      parser.on(event, (text) => {
        this.#token = 0;
        handler.text(text);
      });
    }
    for (const event of ['comment', 'processinginstruction'] as const) {
      parser.on(event, () => {
        this.#token = 0;
      });
    }
    // Entities can expand to gigabytes, and no spreadsheet has a doctype.
    parser.on('doctype', () => {
      throw badFile('unreadable_table');
    });
  }

  write(text: string): void {
    this.#token += text.length;
    this.#parser.write(text);
    if (this.#token > xmlLimits.token) throw tooMuchInFile();
  }

  end(): void {
    this.#parser.close();
  }

  #opened(): void {
    this.#token = 0;
    this.#attributes = 0;
    this.#depth += 1;
    this.#tags += 1;
    if (this.#depth > xmlLimits.depth || this.#tags > xmlLimits.tags) throw tooMuchInFile();
  }
}

/** Prefixes are removed, since writers may use `row` or `x:row`. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
