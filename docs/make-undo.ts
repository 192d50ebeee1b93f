import { readFileSync, writeFileSync } from 'node:fs';
import { callersOf } from '@suyuan/contract/call/call.ts';
import { callsOf, type DeclaredLife, undoingOf } from '@suyuan/contract/life.ts';
import { lifeOfThings } from '@suyuan/contract/lives.ts';

// The part of docs/undo.md that lists what undoes each step, made from the lives of the contract. With `--check` it writes
// nothing, and fails when the page differs.

const page = new URL('undo.md', import.meta.url);
const [begin, end] = ['<!-- made by docs/make-undo.ts -->', '<!-- the end of what is made -->'];

const pageText = readFileSync(page, 'utf8');
const [before, after] = [pageText.split(begin)[0], pageText.split(end)[1]];
if (before === undefined || after === undefined)
  throw new Error('docs/undo.md must contain the marks around its generated part');
const newText = `${before}${begin}\n\n${lifeOfThings.map(section).join('\n\n')}\n\n${end}${after}`;
if (!process.argv.includes('--check')) writeFileSync(page, newText);
else if (newText !== pageText) {
  console.log('docs/undo.md differs from the life cycles in contract/. Regenerate it: node docs/make-undo.ts');
  process.exitCode = 1;
}

function section(life: DeclaredLife): string {
  const head = '| step | from | to | who may | undone by | what it leaves |\n| --- | --- | --- | --- | --- | --- |';
  const rows = Object.entries(life.steps).map(([name, step]) => {
    const to = step.to === undefined ? '' : [step.to].flat().join(', ');
    const who = [...new Set(callsOf(step).map(callersOf))].map((one) => one.replace(/[a-z_]+:[a-z_]+/g, '`$&`'));
    const cells = [`\`${name}\``, step.from.join(', '), to, who.join('; '), undone(life, name), step.leaves ?? ''];
    return `| ${cells.join(' | ')} |`;
  });
  return `### ${life.thing[0]?.toUpperCase()}${life.thing.slice(1)}\n\n${life.statuses.join(', ')}\n\n${head}\n${rows.join('\n')}`;
}

/** What undoes a step, for each status that it was taken from unless it is the same for all. */
function undone(life: DeclaredLife, name: string): string {
  const from = life.steps[name]?.from ?? [];
  const ways = Map.groupBy(from, (status) => way(undoingOf(life, name, status)));
  if (ways.size === 1) return [...ways.keys()].join('');
  return [...ways].map(([one, statuses]) => `from ${statuses.join(', ')}: ${one}`).join('; ');
}

function way(undoing: ReturnType<typeof undoingOf>): string {
  if (typeof undoing === 'string') return `\`${undoing}\``;
  return 'call' in undoing ? `\`${undoing.call.path}\`` : `nothing: ${undoing.nothing}`;
}
