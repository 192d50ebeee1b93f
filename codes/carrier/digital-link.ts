import { type ApplicationIdentifier, definitionOf, faultOf } from './gs1/application-identifiers.ts';
import { checked, type Element, type Elements, type Fault, type FaultKind } from './gs1/elements.ts';

/** What a Digital Link says: its primary key and qualifiers, and the attributes of its query. */
export interface LinkedElements extends Elements {
  readonly key: string;
  /** Of the path: the primary key and its qualifiers. */
  readonly path: readonly Element[];
}

/** Names for AIs in links, which earlier versions of the standard allowed. A resolver does not answer them any more. */
const words: Readonly<Record<string, string>> = {
  gtin: '01',
  cpv: '22',
  lot: '10',
  ser: '21',
  sscc: '00',
  gln: '414',
  glnx: '254',
  grai: '8003',
  giai: '8004',
  gsrnp: '8017',
  gsrn: '8018',
  gdti: '253',
  gcn: '255',
  ginc: '401',
  gsin: '402',
  itip: '8006',
  cpid: '8010',
  gmn: '8013',
};

/** The words of them that stand for primary keys. */
export const wordsForKeys: readonly string[] = Object.entries(words).flatMap(([word, ai]) =>
  definitionOf(ai)?.qualifiers ? word : [],
);

/**
 * Reads the path and query of a Digital Link by the URI Syntax standard: a primary key, its qualifiers in their order, and
 * attributes in the query only. `steps` are as in the URI, percent-encoded. Undefined if no step is a primary key with something
 * that could be its value; then it is no Digital Link. Later steps are looked at only with `anywhere`, for links with a stem.
 */
export function linkedElements(
  steps: readonly string[],
  query: string,
  anywhere: 'anywhere' | 'at once',
): LinkedElements | undefined {
  const starts = steps
    .map((_, at) => at)
    .filter((at) => (anywhere === 'anywhere' || at === 0) && couldBegin(steps, at));
  const readings = starts.map((at) => readFrom(steps.slice(at), query));
  return readings.find(({ faults }) => faults.length === 0) ?? readings[0];
}

const aiNamed = (step: string): string => words[step.toLowerCase()] ?? step;

/** Whether a step may be a primary key: the value of a GTIN or SSCC has at least its length, that of any other is right. */
function couldBegin(steps: readonly string[], at: number): boolean {
  const ai = aiNamed(steps[at] as string);
  const value = steps[at + 1] ?? '';
  const definition = definitionOf(ai);
  if (!definition?.qualifiers) return false;
  if (ai === '01') return /^(\d{8}|\d{12,14})$/.test(value);
  return ai === '00' ? /^\d{18}$/.test(value) : faultOf(definition, decoded(value) ?? '') === undefined;
}

function readFrom(steps: readonly string[], query: string): LinkedElements {
  const pairs = steps.flatMap((step, at): Element[] => {
    if (at % 2 > 0) return [];
    const ai = aiNamed(step);
    const value = decoded(steps[at + 1] ?? '');
    return [{ ai, value: value === undefined ? '' : fullGtin(ai, value) }];
  });
  const [key, ...qualifiers] = pairs as [Element, ...Element[]];
  const definition = definitionOf(key.ai) as ApplicationIdentifier;
  const attributes = attributesIn(query, pairs, definition);
  const { elements, faults } = checked([...pairs, ...attributes.elements]);
  const fault = orderFault(qualifiers, definition);
  return {
    key: key.ai,
    path: pairs,
    elements,
    faults: [...faults, ...(fault ? [fault] : []), ...attributes.faults],
  };
}

/** Links may leave out the zeros in front of a GTIN. */
const fullGtin = (ai: string, value: string): string =>
  (ai === '01' || ai === '02') && /^(\d{8}|\d{12,13})$/.test(value) ? value.padStart(14, '0') : value;

/** What is wrong with the qualifiers of a key: each may come once, in one of the sequences of the key. */
function orderFault(qualifiers: readonly Element[], { qualifiers: sequences = [] }: ApplicationIdentifier) {
  const fits = (sequence: readonly string[]) => {
    let place = -1;
    return qualifiers.every(({ ai }) => {
      const at = sequence.indexOf(ai);
      const follows = at > place;
      place = at;
      return follows;
    });
  };
  if (sequences.some(fits)) return undefined;
  const identifiers = sequences.flat();
  const stranger = qualifiers.find(({ ai }) => !identifiers.includes(ai));
  const twice = qualifiers.find(({ ai }, at) => qualifiers.findIndex((one) => one.ai === ai) < at);
  const [kind, of]: [FaultKind, Element | undefined] = stranger
    ? ['misplaced', stranger]
    : twice
      ? ['repeated', twice]
      : ['order', qualifiers.at(-1)];
  return { kind, ai: of?.ai ?? '', value: of?.value ?? '' } satisfies Fault;
}

/** The AIs of a query. Names that are no number are for others; a number has to be an AI that may stand there. */
function attributesIn(query: string, path: readonly Element[], { qualifiers = [] }: ApplicationIdentifier): Elements {
  const elements: Element[] = [];
  const faults: Fault[] = [];
  for (const pair of query.split(/[&;]/)) {
    const [name = '', text = ''] = pair.split(/=(.*)/s);
    const ai = decoded(name) ?? '';
    if (!/^\d+$/.test(ai)) continue;
    const value = decoded(text.replaceAll('+', ' '));
    const definition = definitionOf(ai);
    const isTwice = [...path, ...elements].some((one) => one.ai === ai);
    const isOfPath = qualifiers.some((sequence) => sequence.includes(ai));
    const kind: FaultKind | undefined =
      value === undefined
        ? 'characters'
        : definition === undefined
          ? 'unknown_ai'
          : isTwice
            ? 'repeated'
            : definition.isAttribute && !isOfPath
              ? undefined
              : 'misplaced';
    if (kind) faults.push({ kind, ai, value: value ?? text });
    else elements.push({ ai, value: fullGtin(ai, value ?? '') });
  }
  return { elements, faults };
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
