import { type Station, stationKinds } from '@suyuan/contract/plant/production-line.ts';
import { type CellParser, spelled } from '#platform/imports/lines/columns.ts';
import { type Language, text, wordsUnder } from '#platform/language.ts';

/** Stations as a person reads them: `Printer: Inkjet 1; Camera: Exit`. */
export const stationsInWords = (language: Language, stations: readonly Station[]): string =>
  stations.map(({ kind, name }) => `${text(language, `workline.stations.${kind}`)}: ${name}`).join('; ');

/** The same as a file writes it: kinds in any language or by their keys. */
export const stationParser: CellParser<Station[]> = {
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
  const known = stations.flatMap(({ kind, name }) =>
    kind && name.length > 0 && name.length <= 64 ? [{ kind, name }] : [],
  );
  return known.length === stations.length && known.length <= maxStations ? known : undefined;
}

const maxStations = 32;
