const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes an attribute value; characters that XML 1.0 cannot represent become blanks. */
const attribute = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? '');

/** The start tag of an element, or an empty element. */
export function tag(name: string, attributes: Readonly<Record<string, string>>, end: '>' | '/>' = '>'): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(value)}"`);
  return `<${name}${written.join('')}${end}`;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
export const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';
