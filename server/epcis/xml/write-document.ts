import { namespacesIn } from '../json/write-extensions.ts';
import type { DocumentFacts, EpcisDocument, Vocabulary } from '../model/document.ts';
import type { ExtensionField } from '../model/extension.ts';
import { Namespaces } from '../model/namespaces.ts';
import { sharedDeclarations } from '../model/shared-declarations.ts';
import type { WriteOptions } from '../model/write-options.ts';
import { writeXmlEvent } from './write-event.ts';
import { schemaDeclarations, writeElement, writeExtensions } from './write-extensions.ts';
import { epcisNamespace, headerNamespace, queryNamespace } from './xml-names.ts';
import { type Attributes, element, textElement } from './xml-text.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes a document of the XML binding of EPCIS 2.0 (section 9). */
export function writeXmlDocument(document: EpcisDocument, options: WriteOptions = {}): string {
  const { type, masterData, extensions, creationDate } = document;
  const isQuery = type === 'EPCISQueryDocument';
  const own = isQuery ? ([['epcisq', queryNamespace]] as const) : ([['epcis', epcisNamespace]] as const);
  const taken = sharedDeclarations(document).filter(([prefix]) => !/^(xml|epcisq?$|sbdh$)/i.test(prefix));
  const fields: ExtensionField[] = [
    ...extensions,
    ...masterData.flatMap(({ elements }) =>
      elements.flatMap(({ attributes }) =>
        attributes.map(({ value }) => ({ name: { namespace: '', local: 'attribute' }, value })),
      ),
    ),
  ];
  const namespaces = new Namespaces([...own, ...taken, ...schemaDeclarations(fields)]).covering(namespacesIn(fields));
  const events = document.events.map((event) => writeXmlEvent(event, namespaces, options));
  const list = element('EventList', [], events.join('\n'));
  const attributes: Attributes = [
    ...namespaces.declarations.map(([prefix, namespace]) => [`xmlns:${prefix}`, namespace] as const),
    ['schemaVersion', document.schemaVersion.startsWith('2') ? document.schemaVersion : '2.0'],
    ['creationDate', creationDate],
  ];
  const body = isQuery ? resultsOf(document, list) : list;
  const content = [
    headerOf(document, namespaces),
    element('EPCISBody', [], body),
    writeExtensions(extensions, namespaces),
  ];
  return `${declaration}${element(isQuery ? 'epcisq:EPCISQueryDocument' : 'epcis:EPCISDocument', attributes, content.join(''))}`;
}

const resultsOf = ({ queryName = 'SimpleEventQuery', subscriptionID }: DocumentFacts, list: string): string =>
  element(
    'epcisq:QueryResults',
    [],
    [
      textElement('queryName', queryName),
      subscriptionID === undefined ? '' : textElement('subscriptionID', subscriptionID),
      element('resultsBody', [], list),
    ].join(''),
  );

function headerOf(document: DocumentFacts, namespaces: Namespaces): string {
  const { masterData } = document;
  const content = `${businessHeaderOf(document)}${masterDataOf(masterData, namespaces)}`;
  return content === '' ? '' : element('EPCISHeader', [], content);
}

/** The Standard Business Document Header, which must name all three. */
function businessHeaderOf({ sender, receiver, instanceIdentifier, creationDate }: DocumentFacts): string {
  if (sender === undefined || receiver === undefined || instanceIdentifier === undefined) return '';
  const of = (name: string, ...content: readonly string[]) => element(`sbdh:${name}`, [], content.join(''));
  const text = (name: string, value: string) => textElement(`sbdh:${name}`, value);
  const party = (name: string, id: string) => of(name, textElement('sbdh:Identifier', id, [['Authority', 'GS1']]));
  return element(
    'sbdh:StandardBusinessDocumentHeader',
    [['xmlns:sbdh', headerNamespace]],
    [
      text('HeaderVersion', '1.0'),
      party('Sender', sender),
      party('Receiver', receiver),
      of(
        'DocumentIdentification',
        text('Standard', 'EPCglobal'),
        text('TypeVersion', '1.0'),
        text('InstanceIdentifier', instanceIdentifier),
        text('Type', 'Events'),
        text('CreationDateAndTime', creationDate),
      ),
    ].join(''),
  );
}

function masterDataOf(masterData: readonly Vocabulary[], namespaces: Namespaces): string {
  if (masterData.length === 0) return '';
  const vocabularies = masterData.map(({ type, elements }) => {
    const all = elements.map(({ id, attributes, children }) =>
      element(
        'VocabularyElement',
        [['id', id]],
        [
          ...attributes.flatMap((attribute) => {
            const { value } = attribute;
            const values = value.is === 'list' ? value.values : [value];
            return values.map((one) => writeElement('attribute', one, namespaces, [['id', attribute.id]]));
          }),
          children.length === 0
            ? ''
            : element('children', [], children.map((child) => textElement('id', child)).join('')),
        ].join(''),
      ),
    );
    const list = all.length === 0 ? '' : element('VocabularyElementList', [], all.join(''));
    return element('Vocabulary', [['type', type]], list);
  });
  return element('extension', [], element('EPCISMasterData', [], element('VocabularyList', [], vocabularies.join(''))));
}
