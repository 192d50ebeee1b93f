import { type RawBuilder, sql } from 'kysely';

/** Whether a column has one of some texts, in whatever case. An index on `lower` serves it. */
export const inAnyCase = (column: string, texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) in (${sql.join(texts.map((text) => sql`lower(${text})`))})`;
