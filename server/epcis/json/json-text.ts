import { UnreadableDocument } from '../model/problem.ts';

/** A number with the digits that it was written with. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.text);
  }
}

export interface JsonObject {
  readonly [name: string]: Json;
}
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof JsonNumber);
export const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json);

/** How deeply documents may be nested; those of partners have about 10 levels. */
const deepest = 64;

/** Parses JSON and keeps numbers as they are written. Throws `UnreadableDocument`. */
export function parseJson(text: string): Json {
  // A byte order mark is tolerated.
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (isTooDeep(source)) throw new UnreadableDocument(`The JSON is nested more than ${deepest} levels deep.`);
  try {
    return JSON.parse(source, withNumbers as (key: string, value: unknown) => unknown) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableDocument(`The JSON is not well-formed: ${error.message}`);
    throw error;
  }
}

const withNumbers = (_: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' ? new JsonNumber(source as string) : value;

/** Looks at brackets only, before anything is built: the parser needs a stack for each level. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** An object with the members that there are. */
export const objectOf = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));
