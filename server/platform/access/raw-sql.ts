import { IdentifierNode, type OperationNode, type RawNode, SelectQueryNode, TableNode } from 'kysely';
import { noAccess } from '../refusal.ts';

/** What begins to read or to change a table, or would let a fragment do so. */
const tableWords =
  /\b(select|insert|update|delete|merge|truncate|copy|table|call|do|from|join|into|using|union|intersect|except|returning)\b/i;
/** `from` that reads no table. */
const harmlessFrom = /\bdistinct\s+from\b|\b(extract|substring|trim|overlay)\s*\((?:[^()]*?)\sfrom\b/gi;
/** Functions that read what their arguments name: tables, queries, files, settings, sequences. */
const reachingFunction =
  /\b(\w+_to_xml\w*|pg_(?!advisory_xact_lock\b)\w+|lo_\w+|dblink\w*|ts_stat|current_setting|set_config|(next|set|curr|last)val)\b/i;
const quoted = /'(?:[^']|'')*'|"[^"]*"/g;
/** Comments, a second statement, and quotes that the patterns here do not follow. */
const unreadable = /--|\/\*|;|\\|\$\w*\$|['"]/;
const savepoint = /^\s*(savepoint|release savepoint|rollback to savepoint) [a-z_]+\s*$/;

/** What `jsonArrayFrom` and `jsonObjectFrom` of the query builder put around a query, which is narrowed itself. */
const jsonAround = [
  ["(select coalesce(json_agg(agg), '[]') from ", ' as agg)'],
  ['(select to_json(obj) from ', ' as obj)'],
].map((fragments) => fragments.join('?'));

/** Refuses a raw fragment of a query that is, or could become, more than one expression over the rows at hand. */
export function requireExpression({ sqlFragments, parameters }: RawNode): void {
  const [query] = parameters;
  if (query && SelectQueryNode.is(query) && jsonAround.includes(sqlFragments.join('?'))) return;
  if (parameters.some((part) => TableNode.is(part) || IdentifierNode.is(part))) throw noAccess();
  const text = sqlFragments.join(' ? ');
  if (tableWords.test(text.replaceAll(harmlessFrom, ''))) throw noAccess();
  if (reachingFunction.test(text)) throw noAccess();
  const bare = text.replaceAll(quoted, '');
  if (unreadable.test(bare) || !staysInside(bare)) throw noAccess();
}

/** Refuses a whole statement in raw SQL, unless all it does is to mark a place in the transaction. */
export function requireSavepoint({ sqlFragments }: RawNode): void {
  if (!savepoint.test(sqlFragments.join(' ? '))) throw noAccess();
}

/** Refuses functions that could read other rows than those they are given. */
export function requireHarmless(name: string): void {
  if (reachingFunction.test(name) || !/^\w+$/.test(name)) throw noAccess();
}

/** A fragment that closes no parenthesis it has not opened, and adds no member to the list it stands in. */
function staysInside(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(' || character === '[') depth++;
    if ((character === ')' || character === ']') && --depth < 0) return false;
    if (character === ',' && depth === 0) return false;
  }
  return depth === 0;
}

/** The name of a column that is set, when it is a plain one. */
export function plainColumn(node: OperationNode): string {
  const { column, table } = node as { column?: OperationNode & { column?: unknown; name?: string }; table?: unknown };
  if (table !== undefined || column === undefined) throw noAccess();
  if (IdentifierNode.is(column)) return column.name;
  return plainColumn(column);
}
