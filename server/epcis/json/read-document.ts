import type { DocumentReading, EventReading, Vocabulary, VocabularyElement } from '../model/document.ts';
import { isEventType } from '../model/event.ts';
import { type Declarations, Namespaces, standardPrefixes } from '../model/namespaces.ts';
import { At, type Problem, problemAt, type Reason, UnreadableDocument } from '../model/problem.ts';
import { isTime, isUri } from '../model/values.ts';
import { checkEvent } from '../rules/event-rules.ts';
import { prefixesOf } from './context.ts';
import { isList, isObject, type Json, type JsonObject, parseJson } from './json-text.ts';
import { readJsonEvent } from './read-event.ts';
import { readExtensions, readValue } from './read-extensions.ts';

/**
 * Reads an EPCISDocument or EPCISQueryDocument of the JSON-LD binding (EPCIS 2.0, section 10), or a single event with a context of
 * its own. Throws `UnreadableDocument` where it is none; what is wrong with an event is noted with it. `extensions` are prefixes
 * that were declared elsewhere (the header GS1-Extensions).
 */
export function readJsonDocument(text: string, extensions: Declarations = []): DocumentReading {
  const root = parseJson(text);
  if (!isObject(root)) throw new UnreadableDocument('The JSON is not an object.');
  const namespaces = contextOf(root, extensions);
  if (root.type === 'EPCISDocument' || root.type === 'EPCISQueryDocument') {
    return documentOf(root, root.type, namespaces);
  }
  const isBareEvent = typeof root.type === 'string' && (isEventType(root.type) || root.type.includes(':'));
  if (!isBareEvent) fail('type', 'unknown_type', root.type);
  const creationDate = new Date().toISOString();
  const event = readEvent(root, extensions, 'event');
  return { ...noFacts, isEvent: true, creationDate, namespaces, events: [event] };
}

const noFacts = { type: 'EPCISDocument', schemaVersion: '2.0', masterData: [], extensions: [] } as const;

function fail(path: string, reason: Reason, value?: Json): never {
  throw new UnreadableDocument(problemAt(path, reason, typeof value === 'string' ? value : undefined));
}

/** Notes problems of the document itself, of which the first refuses it. */
function strictly<T>(path: string, read: (at: At) => T): T {
  const problems: Problem[] = [];
  const result = read(new At(path, problems));
  if (problems[0]) throw new UnreadableDocument(problems[0]);
  return result;
}

function contextOf(root: JsonObject, extensions: Declarations): Declarations {
  const context = root['@context'];
  if (context === undefined) fail('@context', 'missing');
  return strictly('@context', (at) => prefixesOf(context, extensions, at));
}

const ownMembers = {
  EPCISDocument: ['sender', 'receiver', 'instanceIdentifier', 'epcisHeader'],
  // Partners in the seafood trade send a header here too, which GS1's schema does not have.
  EPCISQueryDocument: ['epcisHeader'],
} as const;
const commonMembers = ['@context', 'type', 'id', 'schemaVersion', 'creationDate', 'epcisBody'];
const bodyMembers: ReadonlySet<string> = new Set([
  ...['eventList', 'queryResults', 'queryName', 'subscriptionID', 'resultsBody'],
]);
const texts = ['id', 'sender', 'receiver', 'instanceIdentifier'] as const;

function documentOf(root: JsonObject, type: DocumentReading['type'], namespaces: Declarations): DocumentReading {
  const known: ReadonlySet<string> = new Set([...commonMembers, ...ownMembers[type]]);
  const all = new Namespaces([...standardPrefixes, ...namespaces]);
  const body = root.epcisBody;
  if (!isObject(body)) fail('epcisBody', body === undefined ? 'missing' : 'not_object');
  const results = isObject(body.queryResults) ? body.queryResults : {};
  const extensions = strictly('', (at) => [
    ...readExtensions(root, (name) => known.has(name), all, at),
    ...readExtensions(body, (name) => bodyMembers.has(name), all, at.member('epcisBody')),
    ...readExtensions(results, (name) => bodyMembers.has(name), all, at.member('epcisBody.queryResults')),
  ]);
  const { list, path, ...query } = type === 'EPCISDocument' ? eventsIn(body, 'epcisBody') : resultsIn(body);
  return {
    type,
    ...versionOf(root, type),
    ...Object.fromEntries(
      texts.flatMap((name) => (root[name] === undefined ? [] : [[name, textOf(root[name], name)]])),
    ),
    ...query,
    masterData: masterDataIn(root.epcisHeader, all),
    namespaces,
    extensions,
    events: list.map((event, number) => readEvent(event, namespaces, `${path}[${number}]`)),
  };
}

function versionOf(root: JsonObject, type: DocumentReading['type']): { schemaVersion: string; creationDate: string } {
  const { schemaVersion, creationDate } = root;
  const isQuery = type === 'EPCISQueryDocument';
  if (schemaVersion === undefined && !isQuery) fail('schemaVersion', 'missing');
  if (creationDate === undefined && !isQuery) fail('creationDate', 'missing');
  const version = textOf(schemaVersion ?? '2.0', 'schemaVersion');
  if (!/^\d+(\.\d+)*$/.test(version)) fail('schemaVersion', 'not_number', version);
  const date = textOf(creationDate ?? new Date().toISOString(), 'creationDate');
  if (!isTime(date)) fail('creationDate', 'not_time', date);
  return { schemaVersion: version, creationDate: date };
}

const textOf = (json: Json | undefined, path: string): string =>
  typeof json === 'string' ? json : fail(path, 'not_text');

interface Events {
  readonly list: readonly Json[];
  readonly path: string;
  readonly queryName?: string;
  readonly subscriptionID?: string;
}

function eventsIn(holder: JsonObject, path: string): Events {
  const { eventList } = holder;
  if (!isList(eventList)) fail(`${path}.eventList`, eventList === undefined ? 'missing' : 'not_list');
  return { list: eventList, path: 'eventList' };
}

function resultsIn(body: JsonObject): Events {
  const results = body.queryResults;
  if (!isObject(results)) fail('epcisBody.queryResults', results === undefined ? 'missing' : 'not_object');
  const { resultsBody, queryName, subscriptionID } = results;
  if (!isObject(resultsBody)) fail('epcisBody.queryResults.resultsBody', 'not_object');
  return {
    ...eventsIn(resultsBody, 'epcisBody.queryResults.resultsBody'),
    queryName: textOf(queryName, 'epcisBody.queryResults.queryName'),
    ...(subscriptionID === undefined ? {} : { subscriptionID: textOf(subscriptionID, 'subscriptionID') }),
  };
}

function readEvent(json: Json, namespaces: Declarations, path: string): EventReading {
  const problems: Problem[] = [];
  const at = new At(path, problems);
  const event = readJsonEvent(json, namespaces, at);
  if (event && problems.length === 0) checkEvent(event, at);
  return event && problems.length === 0 ? { event, problems } : { problems };
}

/** Master data in the header (EPCIS 2.0, section 9.4). */
function masterDataIn(header: Json | undefined, namespaces: Namespaces): Vocabulary[] {
  const data = isObject(header) ? header.epcisMasterData : undefined;
  const list = isObject(data) ? data.vocabularyList : undefined;
  if (list === undefined) return [];
  return strictly('epcisHeader.epcisMasterData.vocabularyList', (at) =>
    objectsIn(list, at).flatMap(([vocabulary, place]) => {
      const type = uriIn(vocabulary.type, place.member('type'));
      if (type === undefined) return [];
      const elements = objectsIn(vocabulary.vocabularyElementList ?? [], place.member('vocabularyElementList'));
      return [{ type, elements: elements.flatMap(([one, of]) => elementOf(one, namespaces, of) ?? []) }];
    }),
  );
}

function objectsIn(json: Json, at: At): [JsonObject, At][] {
  if (!isList(json)) return at.refuse('not_list') ?? [];
  return json.flatMap((one, number): [JsonObject, At][] => {
    const place = at.item(number);
    return isObject(one) ? [[one, place]] : (place.refuse('not_object') ?? []);
  });
}

function elementOf(one: JsonObject, namespaces: Namespaces, at: At): VocabularyElement | undefined {
  const id = uriIn(one.id, at.member('id'));
  if (id === undefined) return undefined;
  const children = one.children ?? [];
  return {
    id,
    attributes: objectsIn(one.attributes ?? [], at.member('attributes')).flatMap(([attribute, place]) => {
      const name = uriIn(attribute.id, place.member('id'));
      const value = readValue(attribute.attribute ?? null, namespaces, place.member('attribute'));
      return name !== undefined && value ? [{ id: name, value }] : [];
    }),
    children: isList(children)
      ? children.flatMap((child, number) => uriIn(child, at.member('children').item(number)) ?? [])
      : (at.member('children').refuse('not_list') ?? []),
  };
}

const uriIn = (json: Json | undefined, at: At): string | undefined =>
  typeof json !== 'string' ? at.refuse('not_text') : isUri(json) ? json : at.refuse('not_uri', json);
