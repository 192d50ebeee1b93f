import { IdentifierNode, type OperationNode, type OperationNodeKind, RawNode, SelectQueryNode } from 'kysely';
import { noAccess } from '../refusal.ts';

// What a raw fragment in a query of a party may say: expressions over the rows at hand, made of the words, functions,
// types and signs that are listed here. Whatever else it says is refused, whether it would do harm or not.

/** Functions that say something of their arguments and of nothing else; the builder's calls of functions are held to it too. */
const functions = new Set(
  `array_agg cardinality coalesce count greatest hashtext least left length lower max min now nullif pg_advisory_xact_lock
  starts_with string_agg sum to_char upper`.split(/\s+/),
);
const words = new Set(
  'all and any asc between case desc else end false ilike in is like not null or then true when'.split(' '),
);
const types = new Set('bigint boolean date int integer jsonb numeric text timestamp timestamptz tsquery'.split(' '));
const signs = new Set('= <> < > <= >= + - * / % || ? -> ->> @> <@ @@'.split(' '));
/** What is put into a fragment between its texts. */
const operands = new Set<OperationNodeKind>(['ReferenceNode', 'SelectQueryNode', 'ValueNode']);

/** Stands in a text for an operand. */
const operand = '\0';
/** One part of an expression; the names of the groups say how it is looked at. Comments and quoted names are none. */
const part = new RegExp(
  [
    String.raw`(?<blank>\s+)`,
    String.raw`(?<phrase>is(?:\s+not)?\s+distinct\s+from\b|at\s+time\s+zone\b|interval\s+(?='))`,
    String.raw`(?<opening>extract\s*\(\s*(?:year|month|day|hour|epoch)\s+from\b|[([])`,
    String.raw`(?<closing>[)\]])`,
    String.raw`(?<cast>::\s*(?<type>[a-z]+)(?:\[\])?(?!\w))`,
    String.raw`(?<call>[\w.]+)(?=\s*\()`,
    String.raw`(?<column>[a-z_]\w*\.[a-z_]\w*)(?![\w.'&])`,
    String.raw`(?<word>[a-z]+)(?![\w.'&])`,
    String.raw`(?<number>\d+(?:\.\d+)?)(?![\w.])`,
    String.raw`(?<text>'(?:[^'\\\0]|'')*')`,
    // Nothing that grows together with what the operand turns out to be.
    String.raw`(?<operand>(?<![^\s([,])\0(?=[\s)\],]|::|$))`,
    '(?<comma>,)',
    '(?<sign>[-+*/<>=~!@#%^&|?]+)',
  ].join('|'),
  'iy',
);

/** What `jsonArrayFrom` and `jsonObjectFrom` of the query builder put around a query, which is narrowed itself. */
const jsonAround = [
  ["(select coalesce(json_agg(agg), '[]') from ", ' as agg)'],
  ['(select to_json(obj) from ', ' as obj)'],
].map((fragments) => fragments.join(operand));

const savepoint = /^\s*(savepoint|release savepoint|rollback to savepoint) [a-z_]+\s*$/;

/** Refuses a raw fragment of a query that is more than one expression over the rows at hand, or not known to be one. */
export function requireExpression(node: RawNode): void {
  const [query] = node.parameters;
  if (query && SelectQueryNode.is(query) && jsonAround.includes(node.sqlFragments.join(operand))) return;
  const text = textOf(node);
  let depth = 0;
  for (let at = 0; at < text.length; at = part.lastIndex) {
    part.lastIndex = at;
    const said = part.exec(text)?.groups;
    if (!said || !isKnown(said)) throw refused(text, at);
    if (said.opening) depth++;
    // It closes nothing that it has not opened, and adds no member to the list it stands in.
    if ((said.closing && --depth < 0) || (said.comma && depth === 0)) throw refused(text, at);
  }
  if (depth !== 0) throw refused(text, text.length);
}

function isKnown({ cast, type, call, word, sign }: Record<string, string | undefined>): boolean {
  if (cast) return types.has((type as string).toLowerCase());
  if (call) return functions.has(call.toLowerCase()) || words.has(call.toLowerCase());
  if (word) return words.has(word.toLowerCase());
  return sign === undefined || signs.has(sign);
}

/** The text of a fragment as it is sent, with the fragments in it. */
function textOf({ sqlFragments, parameters }: RawNode): string {
  return sqlFragments.reduce((before, after, index) => `${before}${textBetween(parameters[index - 1])}${after}`);
}

function textBetween(node: OperationNode | undefined): string {
  if (node && RawNode.is(node)) return textOf(node);
  if (!node || !operands.has(node.kind)) throw noAccess(`a fragment of SQL holds a ${node?.kind}`);
  return operand;
}

const refused = (text: string, at: number) =>
  noAccess(`a fragment of SQL is no known expression: ${text.slice(0, at)}⟨here⟩${text.slice(at)}`);

/** Refuses a whole statement in raw SQL, unless all it does is to mark a place in the transaction. */
export function requireSavepoint({ sqlFragments }: RawNode): void {
  if (!savepoint.test(sqlFragments.join(' ? '))) throw noAccess('a statement is raw SQL');
}

/** Refuses functions that are not known to look at their arguments alone. */
export function requireHarmless(name: string): void {
  if (!functions.has(name)) throw noAccess(`the function ${name} is not on the list`);
}

/** The name of a column that is set, when it is a plain one. */
export function plainColumn(node: OperationNode): string {
  const { column, table } = node as { column?: OperationNode & { column?: unknown; name?: string }; table?: unknown };
  if (table !== undefined || column === undefined) throw noAccess();
  if (IdentifierNode.is(column)) return column.name;
  return plainColumn(column);
}
