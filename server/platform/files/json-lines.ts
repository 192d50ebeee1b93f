/** Whether a file that begins with this line has an object of JSON on each. */
export const isObject = (line: string): boolean => line.trimStart().startsWith('{') && objectOn(line) !== undefined;

/** Whether a file that begins with this line is one list of JSON: its objects are on no line of their own. */
export const beginsList = (line: string): boolean => /^\s*\[\s*(?:\{|$)/.test(line);

/** Lines of JSON as rows of a table: the members of the first object are its columns. */
export class JsonLines {
  readonly titles: readonly string[];

  constructor(first: string, columns: number) {
    this.titles = Object.keys(objectOn(first) ?? {}).slice(0, columns);
  }

  /** Members that are no text or number are left out, as are those that the first line has not. What is no object is one cell. */
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
