import { comparedIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import { sql } from 'kysely';
import type { CellParser } from '#platform/imports/lines/columns.ts';

interface Named {
  readonly factory_code: string;
  readonly workshop_code: string;
  readonly workshop_name: string;
}

/** How a workshop can be written, the least ambiguous first. */
const spellings: readonly ((workshop: Named) => string)[] = [
  ({ factory_code, workshop_code }) => `${factory_code}/${workshop_code}`,
  ({ workshop_code }) => workshop_code,
  ({ workshop_name }) => workshop_name,
];

/** A workshop as a file writes it: `factory code/workshop code`, or its own code or name where one workshop has it. */
export const workshopParser: CellParser<number> = {
  columns: ['workshop_code', 'workshop_name'],
  read: async (cells, { db }) => {
    const spellingList = cells.flatMap((cell) => [comparedIdentifier(cell), cell.toLowerCase()]);
    const path = sql<string>`lower(${sql.ref('factory.factory_code')} || '/' || ${sql.ref('workshop.workshop_code')})`;
    const rows = await db
      .selectFrom('workshop')
      .innerJoin('factory', 'factory.id', 'workshop.factory_id')
      .select(['workshop.id', 'workshop.workshop_code', 'workshop.workshop_name', 'factory.factory_code'])
      .where((eb) =>
        eb.or([
          eb(path, 'in', spellingList),
          eb(eb.fn<string>('lower', ['workshop.workshop_code']), 'in', spellingList),
          eb(eb.fn<string>('lower', ['workshop.workshop_name']), 'in', spellingList),
        ]),
      )
      .execute();
    return new Map(cells.map((cell) => [cell, idsOf(rows, cell)]));
  },
};

function idsOf(rows: readonly (Named & { readonly id: number })[], text: string): number[] {
  const matches = spellings.map((spelling) =>
    rows.filter((row) => comparedIdentifier(spelling(row)) === comparedIdentifier(text)),
  );
  return (matches.find(({ length }) => length > 0) ?? []).map(({ id }) => id);
}
