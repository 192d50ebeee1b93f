import type { Kysely } from 'kysely';
import type { Account } from '../caller.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import { seenBy } from './row-security.ts';

/**
 * The database without row security. It cannot be used without naming why rows are read or written regardless of their owner:
 * each reason is a property, and a test lists the folders that use it (`test/source/system-access.test.ts`). Calls of a signed-in
 * account use `caller.db` and `change.db` for everything else.
 */
export class SystemDatabase {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** For callers who are not signed in: consumers, resolvers of links, people who are signing in. */
  get anonymous(): Database {
    return this.#database;
  }

  /** For the system itself, on nobody's behalf: sweeps, settings, sample data. */
  get background(): Database {
    return this.#database;
  }

  /**
   * For codes and goods, which no party owns: states, contents, events and figures. The caller must see the document that they
   * belong to (`caller.db`), or have custody of them.
   */
  get codes(): Database {
    return this.#database;
  }

  /** For what everybody may know, such as code rules and packaging units. */
  get common(): Database {
    return this.#database;
  }

  /** For devices and warehouse systems, which are limited to the orders of their line or the waybills of their warehouse. */
  get devices(): Database {
    return this.#database;
  }

  /** For calls, or parts of their responses, that are for accounts of the enterprise only. */
  get enterprise(): Database {
    return this.#database;
  }

  /** For what the caller started or did, by the account's id: jobs, uploads, downloads, notices, the password. */
  get ownWork(): Database {
    return this.#database;
  }

  /** For rows of other parties that the caller deals with, such as warehouses that take returns. */
  get partners(): Database {
    return this.#database;
  }

  /** Narrowed to the rows of a caller whose call did not narrow it, such as a device. */
  seenBy(account: Pick<Account, 'party'>, tables: Tables): Kysely<Schema> {
    return seenBy(this.#database.db, account, tables);
  }

  /** The same on the reserved connections. */
  get reserved(): SystemDatabase {
    return new SystemDatabase({ ...this.#database, ...this.#database.reserved });
  }

  /** The same on the connections for work that takes minutes. */
  get unhurried(): SystemDatabase {
    return new SystemDatabase({ ...this.#database, ...this.#database.long });
  }
}

interface OnDatabase {
  readonly system: SystemDatabase;
}

/** Services on the reserved connections, for calls that must be answered even while everything else waits. */
export const answeredFirst = <Services extends OnDatabase>(services: Services): Services => ({
  ...services,
  system: services.system.reserved,
});

/** Services on the connections for work that takes minutes. */
export const atLength = <Services extends OnDatabase>(services: Services): Services => ({
  ...services,
  system: services.system.unhurried,
});
