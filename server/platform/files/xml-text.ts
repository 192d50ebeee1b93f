const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text or an attribute value; characters that XML 1.0 cannot represent become blanks. */
const escaped = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? '');

type Attributes = Readonly<Record<string, string>>;

/** The start tag of an element, or an empty element. */
export function xmlTag(name: string, attributes: Attributes, end: '>' | '/>' = '>'): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${pairs.join('')}${end}`;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
export const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';
