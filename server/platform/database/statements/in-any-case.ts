import { type Expression, expressionBuilder, type SqlBool } from 'kysely';

// A party's queries may hold no raw list, so this one is built of nodes.
const { eb, fn, val } = expressionBuilder<Record<string, Record<string, string>>, string>();

/** Whether a column has one of some texts, in whatever case. An index on `lower` serves it. */
export const inAnyCase = (column: string | Expression<unknown>, texts: readonly string[]): Expression<SqlBool> =>
  eb(
    fn<string>('lower', [typeof column === 'string' ? eb.ref(column) : column]),
    'in',
    texts.map((text) => fn<string>('lower', [val(text)])),
  );
