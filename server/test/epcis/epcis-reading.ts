import { parseXml } from '#platform/files/xlsx/xml.ts';

// Documents of EPCIS as somebody else would read them: from their text alone.

/** An event in the JSON-LD binding. */
export interface ReadEvent {
  readonly type: string;
  readonly eventID: string;
  readonly eventTime: string;
  readonly action: string;
  readonly bizStep: string;
  readonly disposition?: string;
  readonly persistentDisposition?: { readonly set?: string[]; readonly unset?: string[] };
  readonly epcList?: string[];
  readonly quantityList?: { readonly epcClass: string }[];
  readonly parentID?: string;
  readonly childEPCs?: string[];
  readonly readPoint?: { readonly id: string };
  readonly bizLocation?: { readonly id: string };
  readonly bizTransactionList?: { readonly type: string; readonly bizTransaction: string }[];
  readonly sourceList?: { readonly type: string; readonly source: string }[];
  readonly destinationList?: { readonly type: string; readonly destination: string }[];
  readonly errorDeclaration?: { readonly reason: string; readonly correctiveEventIDs?: string[] };
  readonly ilmd?: Readonly<Record<string, string>>;
}

export const eventsOfJsonLd = (document: string): ReadEvent[] =>
  (JSON.parse(document) as { epcisBody: { eventList: ReadEvent[] } }).epcisBody.eventList;

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The events of an XML document in the form of JSON-LD. */
export async function eventsOfXml(document: string): Promise<ReadEvent[]> {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  await parseXml(bytesOf(document), {
    open: (name, attributes) => {
      const element = { name, attributes, children: [], text: '' };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    text: (text) => {
      const element = open.at(-1);
      if (element) element.text += text;
    },
    close: () => void open.pop(),
  });
  const list = ['EPCISDocument', 'EPCISBody', 'EventList'].reduce<Element | undefined>(childOf, root);
  return (list?.children ?? []).map(eventOf);
}

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

const childOf = (element: Element | undefined, name: string) => element?.children.find((one) => one.name === name);
const word = (urn: string): string => urn.split(':').at(-1) as string;
const textsOf = (element: Element): string[] => element.children.map(({ text }) => text);

/** Reads elements of an event as JSON-LD has them; the others are read as their text. */
const readers: Readonly<Record<string, (element: Element) => unknown>> = {
  bizStep: ({ text }) => word(text),
  disposition: ({ text }) => word(text),
  readPoint: (element) => ({ id: childOf(element, 'id')?.text }),
  bizLocation: (element) => ({ id: childOf(element, 'id')?.text }),
  epcList: textsOf,
  childEPCs: textsOf,
  quantityList: ({ children }) => children.map((one) => ({ epcClass: childOf(one, 'epcClass')?.text })),
  bizTransactionList: typedOf,
  sourceList: typedOf,
  destinationList: typedOf,
  persistentDisposition: ({ children }) =>
    Object.fromEntries(
      [...Map.groupBy(children, ({ name }) => name)].map(([name, own]) => [name, own.map(({ text }) => word(text))]),
    ),
  errorDeclaration: ({ children }) =>
    Object.fromEntries(
      children.map((one) => [
        one.name,
        one.name === 'reason' ? word(one.text) : one.children.length > 0 ? textsOf(one) : one.text,
      ]),
    ),
  ilmd: ({ children }) => Object.fromEntries(children.map(({ name, text }) => [`cbvmda:${name}`, text])),
};

function typedOf({ children }: Element): object[] {
  return children.map(({ name, attributes, text }) => ({ type: word(attributes.type ?? ''), [name]: text }));
}

const eventOf = ({ name: type, children }: Element): ReadEvent =>
  ({
    type,
    ...Object.fromEntries(children.map((one) => [one.name, (readers[one.name] ?? (({ text }) => text))(one)])),
  }) as unknown as ReadEvent;
