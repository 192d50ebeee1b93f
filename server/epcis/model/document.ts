import type { EpcisEvent } from './event.ts';
import type { ExtensionField, ExtensionValue } from './extension.ts';
import type { Declarations } from './namespaces.ts';
import type { Problem } from './problem.ts';

/** Master data about one identifier (EPCIS 2.0, section 9.4; CBV 2.0, section 9). */
export interface VocabularyElement {
  readonly id: string;
  readonly attributes: readonly { readonly id: string; readonly value: ExtensionValue }[];
  readonly children: readonly string[];
}

export interface Vocabulary {
  readonly type: string;
  readonly elements: readonly VocabularyElement[];
}

/** What an EPCISDocument or EPCISQueryDocument says beside its events. */
export interface DocumentFacts {
  readonly type: 'EPCISDocument' | 'EPCISQueryDocument';
  readonly schemaVersion: string;
  readonly creationDate: string;
  readonly id?: string;
  /** From the Standard Business Document Header, where there is one. */
  readonly sender?: string;
  readonly receiver?: string;
  readonly instanceIdentifier?: string;
  readonly queryName?: string;
  readonly subscriptionID?: string;
  readonly masterData: readonly Vocabulary[];
  readonly namespaces: Declarations;
  readonly extensions: readonly ExtensionField[];
}

/** A document to write. */
export interface EpcisDocument extends DocumentFacts {
  readonly events: readonly EpcisEvent[];
}

/** An event as it was read: without problems there is an event. */
export interface EventReading {
  readonly event?: EpcisEvent;
  readonly problems: readonly Problem[];
}

/** A document as it was read, with each event by itself: one of them may be at fault while others are not. */
export interface DocumentReading extends DocumentFacts {
  /** It is no document but an event by itself. */
  readonly isEvent?: true;
  readonly events: readonly EventReading[];
}
