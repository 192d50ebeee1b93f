import type { WordFormat } from './vocabulary.ts';

/** How documents are written. */
export interface WriteOptions {
  /** Writes a URI that may be of a GS1 key in the form that was asked for (header GS1-EPC-Format). */
  readonly identifier?: (uri: string) => string;
  /** How XML has the words of CBV (header GS1-CBV-XML-Format). */
  readonly words?: WordFormat;
}
