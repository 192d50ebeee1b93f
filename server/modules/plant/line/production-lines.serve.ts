import type { InputOf } from '@suyuan/contract/call/call.ts';
import { productionLine, type Station, stationKinds } from '@suyuan/contract/plant/line/production-line.ts';
import { type Kysely, sql } from 'kysely';
import { placeGlnColumns, placeGlnProblems } from '#platform/areas/gln-rules.ts';
import type { Schema } from '#platform/database/schema.ts';
import { type CellParser, spelled } from '#platform/imports/lines/columns.ts';
import { type Language, text, wordsUnder } from '#platform/language.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { namesOf } from '#platform/records/in-use.ts';
import type { Saved, Saving } from '#platform/records/record-rules.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import type { SharedServices } from '#shared-services.ts';
import { workshopParser } from './workshop-parser.ts';

/** Production lines, each in a workshop, with their stations. */
export default function serveProductionLines(services: Services, { revokeKeysOf }: SharedServices): void {
  serveThing(services, productionLine, {
    table: 'production_line',
    few: true,
    rows: productionLines,
    present: (row, language) =>
      declaredRow(productionLine, {
        ...row,
        station_list: stationsInWords(language, row.stations),
        device_keys: Number(row.device_keys),
      }),
    narrow: { factory_id: (rows, factory) => rows.where('of_workshop.factory_id', '=', factory) },
    foundBy: ['line_code', 'line_name'],
    columns: ({ stations, ...input }) => ({
      ...placeGlnColumns(input),
      ...(stations ? { stations: stations.map(({ kind, name }) => ({ kind, name: name.trim() })) } : {}),
    }),
    check: requireRight,
    keep: async (lines) => {
      const [first] = lines;
      if (first) await revokeKeysOf.get()(first.change, { lines: await movedAway(lines) });
    },
    parsers: { workshop_id: workshopParser, stations: stationParser },
    users: (db, id) => ({
      line_has_keys: namesOf(
        db.selectFrom('device_key').where('line_id', '=', id).where('revoked_at', 'is', null),
        'name',
      ),
    }),
  });
}

type LineSaved = Saved<InputOf<typeof productionLine.add>>;

/** The lines that are in a workshop of another factory than before. */
async function movedAway(lines: readonly LineSaved[]): Promise<number[]> {
  const movedLines = lines.filter(({ before, input }) => before && before.workshop_id !== input.workshop_id);
  const [first] = movedLines;
  if (!first) return [];
  const workshops = movedLines.flatMap(({ before, input }) => [before?.workshop_id as number, input.workshop_id]);
  const rows = await first.change.db
    .selectFrom('workshop')
    .select(['id', 'factory_id'])
    .where('id', 'in', workshops)
    .execute();
  const factoryOf = new Map(rows.map(({ id, factory_id }) => [id, factory_id]));
  return movedLines
    .filter(({ before, input }) => factoryOf.get(before?.workshop_id as number) !== factoryOf.get(input.workshop_id))
    .map(({ id }) => id);
}

async function requireRight({ input, change }: Saving<InputOf<typeof productionLine.add>>): Promise<void> {
  const { workshop_id: value } = input;
  const problems = placeGlnProblems(input);
  if (!(await isThere(change, 'workshop', value))) {
    problems.push({ path: 'workshop_id', reason: 'no_such', params: { value } });
  }
  if (problems.length > 0) throw badInput(...problems);
}

const productionLines = (db: Kysely<Schema>) =>
  db
    .selectFrom('production_line')
    .leftJoin('workshop as of_workshop', 'of_workshop.id', 'production_line.workshop_id')
    .leftJoin('factory as of_factory', 'of_factory.id', 'of_workshop.factory_id')
    .selectAll('production_line')
    .select((eb) => [
      // Never null: every line has a workshop, and that a factory.
      sql<string>`${sql.ref('of_factory.factory_code')} || '/' || ${sql.ref('of_workshop.workshop_code')}`.as(
        'workshop_code',
      ),
      sql.ref<string>('of_workshop.workshop_name').as('workshop_name'),
      sql.ref<number>('of_factory.id').as('factory_id'),
      sql.ref<string>('of_factory.factory_name').as('factory_name'),
      eb
        .selectFrom('device_key as k')
        .whereRef('k.line_id', '=', 'production_line.id')
        .where('k.revoked_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('device_keys'),
      eb
        .selectFrom('device_key as k')
        .whereRef('k.line_id', '=', 'production_line.id')
        .select((query) => query.fn.max('k.last_seen_at').as('at'))
        .as('last_seen_at'),
    ]);

/** Stations as a person reads them: `Printer: Inkjet 1; Camera: Exit`. */
const stationsInWords = (language: Language, stations: readonly Station[]): string =>
  stations.map(({ kind, name }) => `${text(language, `workline.stations.${kind}`)}: ${name}`).join('; ');

/** The same as a file writes it: kinds in any language or by their keys. */
const stationParser: CellParser<Station[]> = {
  columns: ['station_list'],
  unread: 'stations_unreadable',
  read: spelled(stationsFrom),
};

function stationsFrom(cell: string): Station[] | undefined {
  const kinds = wordsUnder('workline', 'stations');
  const stations = cell
    .split(/[;；]/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, word = '', name = ''] = /^([^:：]*)[:：](.*)$/s.exec(part) ?? [];
      const spelling = word.trim().toLowerCase();
      return { kind: stationKinds.find((kind) => kind === (kinds.get(spelling) ?? spelling)), name: name.trim() };
    });
  const complete = stations.flatMap(({ kind, name }) =>
    kind && name.length > 0 && name.length <= 64 ? [{ kind, name }] : [],
  );
  return complete.length === stations.length && complete.length <= maxStations ? complete : undefined;
}

const maxStations = 32;
