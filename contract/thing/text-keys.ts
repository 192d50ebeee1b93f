/**
 * Where the words of a list are looked for: what it calls a column, a choice of one (`status.enabled`), or anything else of
 * its own. Its own words come first, `<list>.<name>`, then those that all lists have in common, `field.<name>`.
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
  if (ofFields.some((one) => one === column)) return [...own, `field.${choice}`];
  return choice === 'true' || choice === 'false' ? [...own, `choice.${choice}`] : own;
}

/** A choice of these is a field, or a thing that a field names: `report.group.dealer` is called as `field.dealer` is. */
const ofFields = ['auditlog.thing', 'forensics.link', 'records.column', 'report.group', 'tagging.label.texts'] as const;
export type OfFields = (typeof ofFields)[number];

/** A column that refers to something is called as that is, whatever it does so by: `brand_id` and `brand_name` are `brand`. */
export const commonName = (column: string): string =>
  column
    .replace(/^\w+_(?=name_(?:zh|en|es|ja)$)|_(?:id|name|symbol|list|hash)$|(?<=^area)_code$/, '')
    .replace(/_(?:ids|names)$/, 's');
