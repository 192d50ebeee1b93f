/** Comments, texts, quoted names and bodies between dollars, in which a semicolon ends nothing; the semicolons that do; the rest. */
const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$/-]+|./g;

/** The statements of an SQL file, one by one, without its comments. */
export function statementsOf(file: string): string[] {
  const statements = [''];
  for (const [token] of file.matchAll(tokens)) {
    if (token === ';') statements.push('');
    else if (!/^(--|\/\*)/.test(token)) statements.push(statements.pop() + token);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
