/** Whether a file whose first line this is consists of JSON lines. */
export const isObject = (line: string): boolean => line.trimStart().startsWith('{') && objectOn(line) !== undefined;

/** Whether a file whose first line this is consists of one JSON array, which cannot be read line by line. */
export const beginsList = (line: string): boolean => /^\s*\[\s*(?:\{|$)/.test(line);

/** JSON lines as rows of a table, whose columns are the members of the first object. */
export class JsonLines {
  readonly titles: readonly string[];

  constructor(first: string, columns: number) {
    this.titles = Object.keys(objectOn(first) ?? {}).slice(0, columns);
  }

  /**
   * The cells of a line. Members that the first line lacks are ignored, and values other than strings and numbers are empty.
   * A line without an object is one cell.
   */
  cellsOf(text: string): string[] {
    const object = objectOn(text);
    if (!object) return [text.trim()];
    return this.titles.map((title) => {
      const value = Object.hasOwn(object, title) ? object[title] : undefined;
      return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    });
  }
}

function objectOn(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
