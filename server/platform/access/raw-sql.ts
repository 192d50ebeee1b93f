import { IdentifierNode, type OperationNode, type OperationNodeKind, RawNode, SelectQueryNode } from 'kysely';
import { noAccess } from '../refusal.ts';

// An allow-list for raw SQL fragments in queries of a party: expressions over the rows at hand, made of the keywords, functions,
// types and operators listed here. Anything else is refused, harmful or not.

/** Functions that depend on nothing but their arguments. The list also applies to functions called through Kysely. */
const functions = new Set(
  `array_agg cardinality coalesce count greatest hashtext least left length lower max min now nullif pg_advisory_xact_lock
  safe_integer starts_with string_agg sum to_char upper`.split(/\s+/),
);
const words = new Set(
  'all and any asc between case desc else end false ilike in is like not null or then true when'.split(' '),
);
const types = new Set('bigint boolean date int integer jsonb numeric text timestamp timestamptz tsquery'.split(' '));
const signs = new Set('= <> < > <= >= + - * / % || ? -> ->> @> <@ @@'.split(' '));
/** Nodes that may be interpolated into a fragment. */
const operands = new Set<OperationNodeKind>(['ReferenceNode', 'SelectQueryNode', 'ValueNode']);

/** A placeholder for an operand in the text that is checked. */
const operand = '\0';
/** One token of an expression; the group names its kind. Comments and quoted identifiers are not tokens, and so are refused. */
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
    // Separated from its neighbours, so that the operand's text cannot merge with a token.
    String.raw`(?<operand>(?<![^\s([,])\0(?=[\s)\],]|::|$))`,
    '(?<comma>,)',
    '(?<sign>[-+*/<>=~!@#%^&|?]+)',
  ].join('|'),
  'iy',
);

/** The fragments that `jsonArrayFrom` and `jsonObjectFrom` of Kysely put around a sub-query, which is narrowed itself. */
const jsonAround = [
  ["(select coalesce(json_agg(agg), '[]') from ", ' as agg)'],
  ['(select to_json(obj) from ', ' as obj)'],
].map((fragments) => fragments.join(operand));

const savepoint = /^\s*(savepoint|release savepoint|rollback to savepoint) [a-z_]+\s*$/;

/** Throws unless a raw fragment is exactly one expression over the rows at hand. */
export function requireExpression(node: RawNode): void {
  const [query] = node.parameters;
  if (query && SelectQueryNode.is(query) && jsonAround.includes(node.sqlFragments.join(operand))) return;
  const text = textOf(node);
  let depth = 0;
  for (let at = 0; at < text.length; at = part.lastIndex) {
    part.lastIndex = at;
    const groups = part.exec(text)?.groups;
    if (!groups || !isKnown(groups)) throw refused(text, at);
    if (groups.opening) depth++;
    // It must not close a bracket that it has not opened, nor add an item to the surrounding list.
    if ((groups.closing && --depth < 0) || (groups.comma && depth === 0)) throw refused(text, at);
  }
  if (depth !== 0) throw refused(text, text.length);
}

function isKnown({ cast, type, call, word, sign }: Record<string, string | undefined>): boolean {
  if (cast) return types.has((type as string).toLowerCase());
  if (call) return functions.has(call.toLowerCase()) || words.has(call.toLowerCase());
  if (word) return words.has(word.toLowerCase());
  return sign === undefined || signs.has(sign);
}

/** The SQL text of a fragment, including nested fragments. */
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

/** Throws for a statement in raw SQL, unless it is about a savepoint. */
export function requireSavepoint({ sqlFragments }: RawNode): void {
  if (!savepoint.test(sqlFragments.join(' ? '))) throw noAccess('a statement is raw SQL');
}

/** Throws for a function that is not on the list. */
export function requireHarmless(name: string): void {
  if (!functions.has(name)) throw noAccess(`the function ${name} is not on the list`);
}

/** The name of a column that is set; throws unless it is a plain one. */
export function plainColumn(node: OperationNode): string {
  const { column, table } = node as { column?: OperationNode & { column?: unknown; name?: string }; table?: unknown };
  if (table !== undefined || column === undefined) throw noAccess();
  if (IdentifierNode.is(column)) return column.name;
  return plainColumn(column);
}
