import { languages } from '../languages.ts';

/**
 * The keys under which a text of a list is looked up, in order: for a column, a choice (`status.enabled`), or anything else.
 * The list's own text comes first, `<list>.<name>`, then that of all lists, `field.<name>`.
 */
export function listTextKeys(list: string, name: string): readonly string[] {
  const dot = name.indexOf('.');
  if (dot > 0) return choiceTextKeys(`${list}.${name.slice(0, dot)}`, name.slice(dot + 1));
  const short = commonName(name);
  const own = [`${list}.${name}`, `field.${name}`];
  return short === name ? own : [...own, `${list}.${short}`, `field.${short}`];
}

/** The same for a choice of a column, `<list>.<column>`. */
export function choiceTextKeys(column: string, choice: string): readonly string[] {
  const name = column.slice(column.lastIndexOf('.') + 1);
  const own = [`${column}.${choice}`, `field.${name}.${choice}`];
  // A kind of work is called the same wherever it is shown.
  if (name === 'waiting') return [...own, `waiting.${choice}`];
  if (ofFields.some((one) => one === column)) return [...own, `field.${choice}`];
  return choice === 'true' || choice === 'false' ? [...own, `choice.${choice}`] : own;
}

/** Columns whose choices are fields or things: the text of `report.group.dealer` is `field.dealer`. */
const ofFields = ['auditlog.thing', 'forensics.link', 'records.column', 'report.group', 'tagging.label.texts'] as const;
export type OfFields = (typeof ofFields)[number];

const suffixes = new RegExp(
  String.raw`^\w+_(?=name_(?:${languages.join('|')})$)|_(?:id|name|symbol|list|hash)$|(?<=^area)_code$`,
);

/** The name of what a column refers to, whatever it refers by: `brand_id` and `brand_name` are both `brand`. */
export const commonName = (column: string): string => column.replace(suffixes, '').replace(/_(?:ids|names)$/, 's');
