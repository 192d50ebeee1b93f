import { xmlDeclaration, xmlElement, xmlTag } from '#platform/files/xml-text.ts';
import type { EpcisDocument, EpcisEvent, ErrorDeclaration, PersistentDisposition, Typed } from './epcis-events.ts';

/** The vocabularies of CBV, by the part of their URNs. */
type Vocabulary = 'bizstep' | 'disp' | 'btt' | 'sdt' | 'er';
const urn = (vocabulary: Vocabulary, word: string): string => `urn:epcglobal:cbv:${vocabulary}:${word}`;

/** The document in the XML binding of EPCIS 2.0. The schema fixes the order of elements; those of EPCIS itself have no namespace. */
export function xml({ creationDate, events }: EpcisDocument): string {
  const root = {
    'xmlns:epcis': 'urn:epcglobal:epcis:xsd:2',
    'xmlns:cbvmda': 'urn:epcglobal:cbv:mda',
    schemaVersion: '2.0',
    creationDate,
  };
  const body = events.map(eventOf).join('\n');
  return `${xmlDeclaration}${xmlTag('epcis:EPCISDocument', root)}
<EPCISBody>
<EventList>
${body}
</EventList>
</EPCISBody>
</epcis:EPCISDocument>`;
}

const eventOf = (event: EpcisEvent): string =>
  node(event.type, [
    leaf('eventTime', event.eventTime),
    leaf('recordTime', event.recordTime),
    leaf('eventTimeZoneOffset', event.eventTimeZoneOffset),
    leaf('eventID', event.eventID),
    event.errorDeclaration && declarationOf(event.errorDeclaration),
    leaf('parentID', event.parentID),
    listOf(event.type === 'ObjectEvent' ? 'epcList' : 'childEPCs', event.epcList ?? event.childEPCs),
    leaf('action', event.action),
    leaf('bizStep', urn('bizstep', event.bizStep)),
    event.disposition && leaf('disposition', urn('disp', event.disposition)),
    event.readPoint && node('readPoint', [leaf('id', event.readPoint)]),
    event.bizLocation && node('bizLocation', [leaf('id', event.bizLocation)]),
    typedOf('bizTransaction', 'btt', event.bizTransactionList),
    event.epcClass && node('quantityList', [node('quantityElement', [leaf('epcClass', event.epcClass)])]),
    typedOf('source', 'sdt', event.sourceList),
    typedOf('destination', 'sdt', event.destinationList),
    event.persistentDisposition && dispositionsOf(event.persistentDisposition),
    event.ilmd &&
      node(
        'ilmd',
        Object.entries(event.ilmd).map(([name, value]) => leaf(`cbvmda:${name}`, value)),
      ),
  ]);

type Part = string | undefined;

const node = (name: string, parts: readonly Part[]): string =>
  [xmlTag(name, {}), ...parts.filter(Boolean), `</${name}>`].join('\n');

const leaf = (name: string, value: string | undefined): Part =>
  value === undefined ? undefined : xmlElement(name, {}, value);

/** Codes, each as an `epc`. The list of an object event may be missing only if it is about a class. */
const listOf = (name: string, epcs: readonly string[] | undefined): Part =>
  epcs &&
  node(
    name,
    epcs.map((epc) => leaf('epc', epc)),
  );

const typedOf = (name: string, vocabulary: Vocabulary, list: readonly Typed[] | undefined): Part =>
  list &&
  node(
    `${name}List`,
    list.map(({ type, id }) => xmlElement(name, { type: urn(vocabulary, type) }, id)),
  );

const dispositionsOf = ({ set = [], unset = [] }: PersistentDisposition): string =>
  node('persistentDisposition', [
    ...unset.map((word) => leaf('unset', urn('disp', word))),
    ...set.map((word) => leaf('set', urn('disp', word))),
  ]);

const declarationOf = ({ declarationTime, reason, correctiveEventIDs }: ErrorDeclaration): string =>
  node('errorDeclaration', [
    leaf('declarationTime', declarationTime),
    leaf('reason', urn('er', reason)),
    correctiveEventIDs.length > 0
      ? node(
          'correctiveEventIDs',
          correctiveEventIDs.map((id) => leaf('correctiveEventID', id)),
        )
      : undefined,
  ]);
