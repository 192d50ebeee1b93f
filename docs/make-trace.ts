import { readFileSync, writeFileSync } from 'node:fs';
import {
  type CodeRole,
  changesNothing,
  type EventType,
  eventTypes,
  transitionOf,
} from '@suyuan/contract/trace/events.ts';
import { refusalReasons } from '@suyuan/contract/trace/refusal.ts';
import { type Life, lives } from '@suyuan/contract/trace/states.ts';
import { waysOut } from '@suyuan/contract/ways-out.ts';

// The part of docs/trace.md that describes each event and where it leads, made from contract/trace/events.ts. With `--check`
// it writes nothing, and fails when the page differs.

const waysText =
  'Every refusal has a sentence with what to do, in all languages (`refusal.event.<reason>`). What it advises is declared in ' +
  '`contract/ways-out.ts`: a test brings each refusal about, goes that way, and finds that it leads out.';

const page = new URL('trace.md', import.meta.url);
const [begin, end] = ['<!-- made by docs/make-trace.ts -->', '<!-- the end of what is made -->'];
const codeRoles = ['item', 'parent', 'successor', 'set'] as const;

const pageText = readFileSync(page, 'utf8');
const [before, after] = [pageText.split(begin)[0], pageText.split(end)[1]];
if (before === undefined || after === undefined)
  throw new Error('docs/trace.md must contain the marks around its generated part');
const newText = `${before}${begin}\n\n${table()}\n\n${picture()}\n\n${ways()}\n\n${end}${after}`;
if (!process.argv.includes('--check')) writeFileSync(page, newText);
else if (newText !== pageText) {
  console.log('docs/trace.md differs from contract/trace/events.ts. Regenerate it: node docs/make-trace.ts');
  process.exitCode = 1;
}

/** An event by each way in which it names a code. */
function transitions(): {
  act: EventType;
  naming: CodeRole;
  from: readonly Life[];
  to: Life | undefined;
  stock: readonly string[];
}[] {
  return (Object.keys(eventTypes) as EventType[]).flatMap((eventType) =>
    codeRoles.flatMap((role) => {
      const transition = transitionOf(eventType, role);
      return transition
        ? [{ act: eventType, naming: role, from: transition.from, to: transition.to, stock: transition.stockFrom }]
        : [];
    }),
  );
}

function table(): string {
  const rows = transitions().map(({ act: eventType, naming: role, from, to, stock }) => {
    const { type, action, bizStep, ...attributes } = eventTypes[eventType];
    const disposition = 'disposition' in attributes ? attributes.disposition : '';
    return `| \`${eventType}\` | ${role} | ${type}, ${action} | ${bizStep} | ${disposition} | ${from.join(', ')} | ${to ?? 'as before'} | ${stock.map((one) => one.replaceAll('_', ' ')).join(', ')} |`;
  });
  const head = '| event | role of the code | EPCIS | business step | disposition | from | to | while the goods are |';
  return [head, '| --- | --- | --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}

/** The way out of every refusal. */
function ways(): string {
  const nextSteps = {
    another: 'the same with another code, or without this one',
    corrected: 'the same, corrected',
    first: 'first',
    instead: 'instead',
  };
  const rows = refusalReasons.map((reason) => {
    const way = waysOut[reason];
    const calls = 'calls' in way ? ` ${way.calls.map(({ path }) => `\`${path}\``).join(', ')}` : '';
    return `| \`${reason}\` | ${nextSteps[way.next]}${calls} |`;
  });
  return ['## Refusals', waysText, ['| reason | way out |', '| --- | --- |', ...rows].join('\n')].join('\n\n');
}

/** One arrow for all events that lead the same way: an arrow each would be a thicket. */
function picture(): string {
  const steps = transitions()
    .filter(({ act: eventType }) => !changesNothing(eventType))
    .flatMap(({ act: eventType, naming: role, from, to }) =>
      from.map((one) => ({
        way: `${one} --> ${to ?? one}`,
        act: role === 'item' ? eventType : `${eventType} (${role})`,
      })),
    );
  const arrows = [...Map.groupBy(steps, ({ way }) => way)].map(
    ([way, same]) => `  ${way}: ${same.map(({ act: eventType }) => eventType).join(', ')}`,
  );
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${lives[0]}: order of codes`, ...arrows, '```'].join('\n');
}
