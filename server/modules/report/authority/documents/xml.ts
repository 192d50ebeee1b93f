const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML 1.0 has no way to write becomes a blank. */
const attribute = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? '');

/** The opening tag of an element, or all of one without content. */
export function tag(name: string, attributes: Readonly<Record<string, string>>, end: '>' | '/>' = '>'): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(value)}"`);
  return `<${name}${written.join('')}${end}`;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
export const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';
