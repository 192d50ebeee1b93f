import type { Declarations } from '#epcis/model/namespaces.ts';
import type { Account } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { isViolationOf } from '#platform/database/statements/violation.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import type { Parameters } from '../query/conditions/parameters.ts';

/** A query that has a name (EPCIS 2.0, section 12.7.4). */
export interface NamedQuery {
  readonly id: number;
  readonly name: string;
  readonly parameters: Parameters;
  /** The prefixes of extensions that the parameters name. */
  readonly prefixes: Declarations;
}

interface QueryRow {
  readonly id: number;
  readonly name: string;
  readonly parameters: [string, string[]][];
  readonly prefixes: [string, string][];
}

const queryOf = ({ parameters, ...row }: QueryRow): NamedQuery => ({ ...row, parameters: new Map(parameters) });

/**
 * Whose queries a key sees, uses and deletes: those of its party. What a query finds is what the key that asks may see, so a name says
 * nothing about events.
 */
function partyOfQueries({ party, key }: Account): string {
  if (key?.partner !== undefined) return `partner ${key.partner}`;
  return party ? `${party.kind} ${party.id}` : 'enterprise';
}

export async function defineQuery(
  sql: Connection,
  account: Account,
  { name, parameters, prefixes }: Omit<NamedQuery, 'id'>,
): Promise<void> {
  try {
    await sql`
      insert into epcis_query (name, party, account_id, parameters, prefixes)
      values (${name}, ${partyOfQueries(account)}, ${account.id}, ${sql.json([...parameters])}, ${sql.json(prefixes)})`;
  } catch (error) {
    if (!isViolationOf('epcis_query_name', error)) throw error;
    throw new EpcisException('ResourceAlreadyExistsException', `There is a query of the name ${name}.`);
  }
}

/** A query by its name. Throws if there is none for this account. */
export async function namedQuery(sql: Connection, account: Account, name: string): Promise<NamedQuery> {
  const [row] = await sql<QueryRow[]>`
    select id, name, parameters, prefixes from epcis_query
    where name = ${name} and party = ${partyOfQueries(account)}`;
  if (!row) throw noSuchQuery();
  return queryOf(row);
}

/** A page of the queries of an account's party by name, those after a name; `end` is the last name if there are more. */
export async function namedQueries(
  sql: Connection,
  account: Account,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<{ readonly queries: readonly NamedQuery[]; readonly end: string | undefined }> {
  const rows = await sql<QueryRow[]>`
    select id, name, parameters, prefixes from epcis_query
    where party = ${partyOfQueries(account)} and name collate "C" > ${after}
    order by name collate "C" limit ${most + 1}`;
  return { queries: rows.slice(0, most).map(queryOf), end: rows.length > most ? rows[most - 1]?.name : undefined };
}

/** Deletes a query, with its subscriptions. */
export async function deleteQuery(sql: Connection, account: Account, name: string): Promise<void> {
  const deleted = await sql`
    delete from epcis_query where name = ${name} and party = ${partyOfQueries(account)} returning id`;
  if (deleted.length === 0) throw noSuchQuery();
}

const noSuchQuery = (): EpcisException => new EpcisException('NoSuchNameException', 'There is no query of that name.');
