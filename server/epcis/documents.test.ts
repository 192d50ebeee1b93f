import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEpcisEvent } from '#test/epcis/any-epcis-event.ts';
import { harvestInJson, harvestInXml, harvestPreHash, version12 } from '#test/epcis/example-documents.ts';
import { meaningOf } from '#test/epcis/meaning.ts';
import { eventHash, withEventId } from './hash/event-hash.ts';
import { ignoredNames, preHash } from './hash/pre-hash.ts';
import { readJsonDocument } from './json/read-document.ts';
import { writeBareJsonEvent, writeJsonDocument } from './json/write-document.ts';
import type { DocumentReading, EpcisDocument } from './model/document.ts';
import type { EpcisEvent } from './model/event.ts';
import { readXmlDocument } from './xml/read-document.ts';
import { writeXmlDocument } from './xml/write-document.ts';

// Events come back with the same meaning in every binding, and with the same hash.

const documentOf = (events: readonly EpcisEvent[]): EpcisDocument => ({
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  creationDate: '2026-09-12T10:00:00Z',
  masterData: [],
  namespaces: [],
  extensions: [],
  events,
});

/** The events of a document that is expected to be right. */
function eventsOf({ events }: DocumentReading): EpcisEvent[] {
  expect(events.flatMap(({ problems }) => problems)).toEqual([]);
  return events.flatMap(({ event }) => event ?? []);
}
const onlyEventOf = (reading: DocumentReading) => eventsOf(reading)[0] as EpcisEvent;

test('the same event in JSON and XML has one meaning, and the hash of CBV', () => {
  const [inJson, inXml] = [onlyEventOf(readJsonDocument(harvestInJson)), onlyEventOf(readXmlDocument(harvestInXml))];
  expect(meaningOf(inXml)).toEqual(meaningOf(inJson));
  expect(preHash(inJson)).toBe(harvestPreHash);
  expect(preHash(inXml)).toBe(harvestPreHash);
});

test('JSON comes back as it was, with the digits of its numbers', () => {
  const written = writeJsonDocument(documentOf([onlyEventOf(readJsonDocument(harvestInJson))]));
  for (const digits of ['200.50', '4.0', '6.80', '3.50']) expect(written).toMatch(new RegExp(`:${digits}[,}]`));
  const given = JSON.parse(harvestInJson) as { epcisBody: object };
  expect((JSON.parse(written) as { epcisBody: object }).epcisBody).toEqual(given.epcisBody);
});

test('events of EPCIS 1.2 are read without their wrappers', () => {
  const [transformation, object, quantity] = eventsOf(readXmlDocument(version12));
  expect(transformation).toMatchObject({
    type: 'TransformationEvent',
    eventID: 'urn:uuid:0aa7d1a5-1b58-4f7e-9f0c-0f2bd7a6fd65',
    errorDeclaration: { declarationTime: '2026-09-12T09:30:00Z' },
  });
  const inJson = writeJsonDocument(documentOf(eventsOf(readXmlDocument(version12))));
  expect(inJson).toContain('"disposition":"expired"');
  expect(inJson).toContain('"ilmd":{"farm:lot":"L-8"}');
  expect(object?.extensions).toMatchObject([{ name: { local: 'grade' }, value: { text: 'A' } }]);
  expect(quantity).toMatchObject({
    type: 'ObjectEvent',
    action: 'OBSERVE',
    quantityList: [{ epcClass: 'urn:epc:idpat:sgtin:9521321.067890.*', quantity: '200' }],
  });
});

test('whatever an event has, it comes back from every binding', () => {
  fc.assert(
    fc.property(fc.array(anyEpcisEvent, { minLength: 1, maxLength: 3 }), (events) => {
      const document = documentOf(events);
      const meanings = events.map(meaningOf);
      const hashes = events.map((event) => eventHash(event));
      const inJson = eventsOf(readJsonDocument(writeJsonDocument(document)));
      const inXml = eventsOf(readXmlDocument(writeXmlDocument(document)));
      expect(inJson.map(meaningOf)).toEqual(meanings);
      expect(inXml.map(meaningOf)).toEqual(meanings);
      // From one binding to the other and back.
      const back = eventsOf(readJsonDocument(writeJsonDocument(documentOf(inXml))));
      expect(back.map(meaningOf)).toEqual(meanings);
      expect([inJson, inXml, back].map((all) => all.map((event) => eventHash(event)))).toEqual([
        hashes,
        hashes,
        hashes,
      ]);
      expect(meaningOf(onlyEventOf(readJsonDocument(writeBareJsonEvent(events[0] as EpcisEvent))))).toEqual(
        meanings[0],
      );
    }),
    { numRuns: 150 },
  );
});

test('events that give one prefix different meanings keep them in one document', () => {
  const event = onlyEventOf(readJsonDocument(harvestInJson));
  const other = {
    ...event,
    namespaces: [['farm', 'https://another.example.com/']] as const,
    ilmd: [],
    readPoint: { id: 'geo:1,2', extensions: [] },
    sensorElementList: [],
    extensions: [
      { name: { namespace: 'https://another.example.com/', local: 'x' }, value: { is: 'text', text: '1' } } as const,
    ],
  };
  const document = documentOf([event, other]);
  for (const again of [readJsonDocument(writeJsonDocument(document)), readXmlDocument(writeXmlDocument(document))]) {
    expect(eventsOf(again)[1]?.extensions).toEqual(other.extensions);
    expect(eventsOf(again)[0]?.ilmd).toHaveLength(2);
  }
});

test('the words of CBV are written as each binding and the reader want them', () => {
  const document = documentOf([onlyEventOf(readXmlDocument(harvestInXml))]);
  expect(writeJsonDocument(document)).toContain('"disposition":"active"');
  expect(writeXmlDocument(document)).toContain('<disposition>https://ref.gs1.org/cbv/Disp-active</disposition>');
  expect(writeXmlDocument(document, { words: 'urn' })).toContain('urn:epcglobal:cbv:disp:active');
  expect(writeXmlDocument(document, { words: 'web-uri' })).toContain('https://ref.gs1.org/cbv/BizStep-commissioning');
});

test('values with types and attributes keep them in both bindings', () => {
  const given = harvestInXml
    .replace(
      '<farm:name>East</farm:name>',
      '<farm:name xml:lang="en">East</farm:name><farm:area farm:unit="HAR">3</farm:area>',
    )
    .replace(
      '<farm:ph>',
      '<farm:ph xmlns:t="http://www.w3.org/2001/XMLSchema" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="t:decimal">',
    );
  const event = onlyEventOf(readXmlDocument(given));
  const inJson = writeJsonDocument(documentOf([event]));
  expect(inJson).toContain('"farm:name":{"@language":"en","@value":"East"}');
  expect(inJson).toContain('"farm:ph":{"@type":"xsd:decimal","@value":"6.8"}');
  expect(inJson).toContain('"farm:area":{"farm:unit":"HAR","rdf:value":"3"}');
  const back = onlyEventOf(readXmlDocument(writeXmlDocument(documentOf([onlyEventOf(readJsonDocument(inJson))]))));
  expect(meaningOf(back)).toEqual(meaningOf(event));
});

test('master data and parties of a document come back', () => {
  const document: EpcisDocument = {
    ...documentOf([onlyEventOf(readJsonDocument(harvestInJson))]),
    sender: 'urn:epc:id:sgln:9521321.00001.0',
    receiver: 'urn:epc:id:sgln:9521321.00002.0',
    instanceIdentifier: '7',
    masterData: [
      {
        type: 'urn:epcglobal:epcis:vtype:BusinessLocation',
        elements: [
          {
            id: 'urn:epc:id:sgln:9521321.00001.0',
            attributes: [{ id: 'urn:epcglobal:cbv:mda#name', value: { is: 'text', text: 'Farm' } }],
            children: ['urn:epc:id:sgln:9521321.00001.7'],
          },
        ],
      },
    ],
  };
  for (const again of [readJsonDocument(writeJsonDocument(document)), readXmlDocument(writeXmlDocument(document))]) {
    const { sender, receiver, instanceIdentifier, masterData } = again;
    expect({ sender, receiver, instanceIdentifier, masterData }).toEqual({
      sender: document.sender,
      receiver: document.receiver,
      instanceIdentifier: document.instanceIdentifier,
      masterData: document.masterData,
    });
  }
});

test('an event without an ID gets its hash, whatever its error declaration says', () => {
  const { eventID: _, ...event } = onlyEventOf(readJsonDocument(harvestInJson));
  const { eventID } = withEventId(event);
  expect(eventID).toMatch(/^ni:\/\/\/sha-256;[0-9a-f]{64}\?ver=CBV2\.0$/);
  const declared = { ...event, errorDeclaration: { declarationTime: event.eventTime, extensions: [] } };
  expect(withEventId(declared).eventID).toBe(eventID);
  expect(withEventId({ ...event, action: 'OBSERVE' }).eventID).not.toBe(eventID);
});

test('extensions that a document says are not of the event change no hash', () => {
  const given = JSON.parse(harvestInJson) as { 'farm:ignoreFields'?: string[]; epcisBody: { eventList: object[] } };
  const plain = eventHash(onlyEventOf(readJsonDocument(harvestInJson)));
  given['farm:ignoreFields'] = ['farm:copiedAt'];
  Object.assign(given.epcisBody.eventList[0] as object, { 'farm:copiedAt': '2026-09-13' });
  const document = readJsonDocument(JSON.stringify(given));
  expect(eventHash(onlyEventOf(document), ignoredNames(document))).toBe(plain);
  expect(eventHash(onlyEventOf(document))).not.toBe(plain);
});
