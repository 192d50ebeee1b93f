import type { DocumentReading, EventReading, Vocabulary } from '../model/document.ts';
import type { Declarations } from '../model/namespaces.ts';
import { At, type Problem, problemAt, type Reason, UnreadableDocument } from '../model/problem.ts';
import { isTime, isUri } from '../model/values.ts';
import { checkEvent } from '../rules/event-rules.ts';
import { ownDeclarations, readXmlEvent } from './read-event.ts';
import { readExtensions, readValue } from './read-extensions.ts';
import { childNamed, childrenNamed, headerNamespace, isNamespaceOfEpcis, isOfEpcis, unwrapped } from './xml-names.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

/**
 * Reads an EPCISDocument or EPCISQueryDocument of the XML binding, of EPCIS 2.0 (section 9) or 1.x. Throws `UnreadableDocument`
 * where it is none; what is wrong with an event is noted with it.
 */
export function readXmlDocument(text: string): DocumentReading {
  const root = parseXml(text);
  const type = typeOf(root);
  const body = childNamed(root, 'EPCISBody') ?? fail('epcisBody', 'missing');
  const results = type === 'EPCISQueryDocument' ? childNamed(body, 'QueryResults') : undefined;
  if (type === 'EPCISQueryDocument' && !results) fail('epcisBody.queryResults', 'missing');
  const holder = results ? childNamed(results, 'resultsBody') : body;
  const list = childNamed(holder, 'EventList');
  if (!list && type === 'EPCISQueryDocument') fail('epcisBody.queryResults.resultsBody.eventList', 'missing');
  const namespaces = [root, body, results, holder, list].flatMap((element) =>
    element ? ownDeclarations(element) : [],
  );
  const path = results ? 'epcisBody.queryResults.resultsBody.eventList' : 'eventList';
  return {
    type,
    ...versionOf(root),
    ...headerOf(childNamed(root, 'EPCISHeader')),
    ...queryOf(results),
    namespaces: [...new Map(namespaces)],
    extensions: readExtensions(unwrapped(root.children).filter(({ name }) => !isOfEpcis(name))),
    events: unwrapped(list?.children ?? []).map((event, number) => readEvent(event, namespaces, `${path}[${number}]`)),
  };
}

function fail(path: string, reason: Reason, value?: string): never {
  throw new UnreadableDocument(problemAt(path, reason, value));
}

function typeOf({ name }: XmlElement): DocumentReading['type'] {
  const isDocument = name.local === 'EPCISDocument' || name.local === 'EPCISQueryDocument';
  if (isDocument && isNamespaceOfEpcis(name.namespace)) return name.local as DocumentReading['type'];
  throw new UnreadableDocument(
    `The root element is {${name.namespace}}${name.local}, not an EPCISDocument or EPCISQueryDocument of EPCIS.`,
  );
}

function versionOf({ attributes }: XmlElement): { schemaVersion: string; creationDate: string } {
  const attribute = (local: string) =>
    attributes.find(({ name }) => isOfEpcis(name) && name.local === local)?.text.trim() ?? fail(local, 'missing');
  const schemaVersion = attribute('schemaVersion');
  if (!/^\d+(\.\d+)*$/.test(schemaVersion)) fail('schemaVersion', 'not_number', schemaVersion);
  const date = attribute('creationDate');
  // XML allows a date without a zone, which JSON does not.
  const creationDate = /[Z+-]\d*:?\d*$/.test(date.slice(10)) ? date : `${date}Z`;
  if (!isTime(creationDate)) fail('creationDate', 'not_time', date);
  return { schemaVersion, creationDate };
}

function queryOf(results: XmlElement | undefined): Pick<DocumentReading, 'queryName' | 'subscriptionID'> {
  if (!results) return {};
  const name = childNamed(results, 'queryName');
  const subscription = childNamed(results, 'subscriptionID');
  return {
    // Some published answers have no name.
    ...(name ? { queryName: name.text.trim() } : {}),
    ...(subscription ? { subscriptionID: subscription.text.trim() } : {}),
  };
}

/** The sender, the receiver and master data; what else a header has is for the transport. */
function headerOf(header: XmlElement | undefined) {
  const business = header?.children.find(({ name }) => name.namespace === headerNamespace);
  const textAt = (...names: string[]) => {
    let element = business;
    for (const local of names) element = element?.children.find(({ name }) => name.local === local);
    return element?.text.trim();
  };
  const facts = {
    sender: textAt('Sender', 'Identifier'),
    receiver: textAt('Receiver', 'Identifier'),
    instanceIdentifier: textAt('DocumentIdentification', 'InstanceIdentifier'),
  };
  const list = childNamed(childNamed(header, 'EPCISMasterData'), 'VocabularyList');
  return {
    ...(Object.fromEntries(Object.entries(facts).filter(([, text]) => text !== undefined)) as Partial<
      Record<keyof typeof facts, string>
    >),
    masterData: childrenNamed(list, 'Vocabulary').map(vocabularyOf),
  };
}

function uriOf({ attributes }: XmlElement, local: string, path: string): string {
  const text = attributes.find(({ name }) => name.local === local)?.text.trim() ?? fail(path, 'missing');
  return isUri(text) ? text : fail(path, 'not_uri', text);
}

/** Master data in the header (EPCIS 2.0, section 9.4). */
const vocabularyOf = (vocabulary: XmlElement): Vocabulary => ({
  type: uriOf(vocabulary, 'type', 'vocabulary.type'),
  elements: childrenNamed(childNamed(vocabulary, 'VocabularyElementList'), 'VocabularyElement').map((element) => ({
    id: uriOf(element, 'id', 'vocabularyElement.id'),
    attributes: childrenNamed(element, 'attribute').map((attribute) => ({
      id: uriOf(attribute, 'id', 'attribute.id'),
      value: readValue({ ...attribute, attributes: attribute.attributes.filter(({ name }) => name.local !== 'id') }),
    })),
    children: childrenNamed(childNamed(element, 'children'), 'id').map(({ text }) => text.trim()),
  })),
});

function readEvent(element: XmlElement, namespaces: Declarations, path: string): EventReading {
  const problems: Problem[] = [];
  const at = new At(path, problems);
  const event = readXmlEvent(element, namespaces, at);
  if (event && problems.length === 0) checkEvent(event, at);
  return event && problems.length === 0 ? { event, problems } : { problems };
}
