import type { PrefixLength } from '@suyuan/codes/epc/epc-urn-of-link.ts';
import type { Connection } from '#platform/database/database.ts';

/** GS1 company prefixes have so many digits. */
const [shortest, longest] = [4, 12];

/** How long company prefixes are, as far as the enterprise and its partners have told theirs. No prefix begins another one. */
export async function knownPrefixes(sql: Connection): Promise<PrefixLength> {
  const rows = await sql<{ prefixes: string }[]>`
    select gs1_prefixes as prefixes from enterprise where gs1_prefixes is not null
    union all select gs1_prefixes from partner where gs1_prefixes is not null`;
  const known = new Set(rows.flatMap(({ prefixes }) => prefixes.split(/\s+/)));
  return (digits) => {
    for (let length = longest; length >= shortest; length--) if (known.has(digits.slice(0, length))) return length;
    return undefined;
  };
}
