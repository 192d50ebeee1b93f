import type { Schema } from '../platform/database/schema.ts';
import type { Table } from '../platform/database/table.ts';
import type { Services } from '../platform/services.ts';
import type { Rooms } from '../rooms.ts';

/** A branch of the menu: its tables, and what serves its calls. */
interface Module<Name extends string> {
  readonly tables: readonly Table<Name>[];
  readonly serve: (services: Services, rooms: Rooms) => Promise<void> | void;
}

export function defineModule<const Name extends keyof Schema = never>(module: Module<Name>): Module<Name> {
  return module;
}
