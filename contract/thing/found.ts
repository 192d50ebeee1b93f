import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, Nullable, RequiredText, Text } from './fields.ts';

/** The search of the console over all lists. */

/** The most hits of each list. */
export const maxFound = 5;

export const Found = Type.Object({
  /** The list that it is in: the menu key of the screen, or the name of the list if the screen has several. */
  list: Type.String(),
  id: Id(),
  title: Type.String(),
  /** Its number or code, unless that is the title. */
  code: Nullable(Type.String()),
  /** Where it is shown: the menu key of a screen, and the query of its URL. */
  screen: Type.String(),
  query: Type.String(),
});
export type Found = Type.Static<typeof Found>;

export const find = defineCall({
  method: 'GET',
  path: '/api/find/records',
  access: 'signed-in',
  summary:
    'Search records of every list that the caller can open, by any part of their names, numbers or codes, and the ' +
    'pinyin of Chinese names: a few of each list, best matches first.',
  input: Input({ words: RequiredText(64) }),
  output: Type.Array(Found),
});

export const sounds = defineCall({
  method: 'POST',
  path: '/api/find/sounds',
  access: 'signed-in',
  effect: 'none',
  summary: 'Get the pinyin of Chinese texts, by initials and in full. Texts without Chinese have none.',
  input: Input({ texts: Type.Array(Text(64), { maxItems: 500 }) }),
  output: Type.Array(Type.Array(Type.String())),
});
