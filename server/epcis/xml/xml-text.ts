// XML as a text: markup and the texts in it.

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Written as they are, a parser would change them.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const escaped = (text: string): string => text.replace(/[&<>"\t\n\r]/g, (mark) => marks[mark] as string);

export type Attributes = readonly (readonly [name: string, text: string | undefined])[];

/** An element with the content that is already XML; empty without. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const pairs = attributes.map(([key, text]) => (text === undefined ? '' : ` ${key}="${escaped(text)}"`)).join('');
  return content === '' ? `<${name}${pairs}/>` : `<${name}${pairs}>${content}</${name}>`;
}

/** An element with a text in it. */
export const textElement = (name: string, text: string, attributes: Attributes = []): string =>
  element(name, attributes, escaped(text));

export const characters = escaped;
