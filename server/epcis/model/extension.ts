/** A name with its namespace; the empty namespace for a name without one, which only members of extensions may have. */
export interface Name {
  readonly namespace: string;
  readonly local: string;
}

/** A field that EPCIS does not define: an extension of the event, its ILMD, a place and so on (EPCIS 2.0, section 6.1). */
export interface ExtensionField {
  readonly name: Name;
  readonly value: ExtensionValue;
}

/** A single value, as it was written: numbers are not rounded, and texts keep their blanks. */
export type Scalar = { readonly is: 'text' | 'number' | 'boolean'; readonly text: string } | { readonly is: 'null' };

/** Something with parts. In XML an element, with its attributes; in JSON an object. */
export interface Structure {
  readonly is: 'structure';
  readonly attributes: readonly { readonly name: Name; readonly text: string }[];
  /** What stands beside the attributes. */
  readonly text?: string;
  readonly fields: readonly ExtensionField[];
}

/** Several values of one field, in their order. It has no lists in it. */
export interface ValueList {
  readonly is: 'list';
  readonly values: readonly (Scalar | Structure)[];
}

export type ExtensionValue = Scalar | Structure | ValueList;

/** Fields with one entry for each name: what XML repeats is a list. The first of a name says where it stands. */
export function groupedFields(fields: readonly ExtensionField[]): ExtensionField[] {
  const groups = Map.groupBy(fields, ({ name }) => `{${name.namespace}}${name.local}`);
  return [...groups.values()].map((group) => {
    const [first] = group as [ExtensionField];
    if (group.length === 1) return first;
    const values = group.flatMap(({ value }) => (value.is === 'list' ? value.values : [value]));
    return { name: first.name, value: { is: 'list', values } };
  });
}
