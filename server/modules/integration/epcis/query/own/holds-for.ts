import type { EpcisEvent } from '#epcis/model/event.ts';
import { canonicalWord } from '#epcis/model/vocabulary.ts';
import { factsOf } from '../../capture/facts-of-event.ts';
import { canonicalIdentifier, identifiersOf } from '../../capture/identifiers-of-event.ts';
import { type Measure, measuresOf } from '../../capture/measures-of-event.ts';
import type { Comparison, Condition } from '../conditions/condition.ts';
import { comparedDecimals } from './decimals.ts';

/** Whether a condition holds for an event. It looks at what capturing the event would have kept of it to be asked for. */
export function holdsFor(condition: Condition, event: EpcisEvent): boolean {
  switch (condition.is) {
    case 'type':
      return condition.types.includes(event.type);
    case 'time':
      return isWithin(condition, event);
    case 'action':
      return event.action !== undefined && condition.actions.includes(event.action);
    case 'word': {
      const word = event[condition.of];
      return word !== undefined && condition.words.includes(canonicalWord(word, condition.of));
    }
    case 'identifier': {
      const value = condition.of === 'transformationID' ? event.transformationID : event[condition.of]?.id;
      return value !== undefined && condition.uris.includes(canonicalIdentifier(value));
    }
    case 'eventID':
      return event.eventID !== undefined && condition.ids.includes(event.eventID);
    case 'object':
      return isAbout(condition, event);
    case 'declared':
      return event.errorDeclaration !== undefined;
    case 'fact': {
      const facts = new Set(factsOf(event));
      return condition.facts.some((fact) => facts.has(fact));
    }
    case 'measure': {
      const measures = measuresOf(event);
      return condition.any.some((one) => measures.some((measure) => isSo(one, measure)));
    }
  }
}

function isWithin({ of, end, moment }: Extract<Condition, { is: 'time' }>, event: EpcisEvent): boolean {
  const value = of === 'declarationTime' ? event.errorDeclaration?.declarationTime : event[of];
  if (value === undefined) return false;
  const order = comparedMoments(value, moment);
  return end === 'from' ? order >= 0 : order < 0;
}

function isAbout({ fields, uris, patterns }: Extract<Condition, { is: 'object' }>, event: EpcisEvent): boolean {
  const objects = identifiersOf(event).filter(({ field }) => fields.includes(field));
  return objects.some(
    ({ epc }) => uris.includes(epc) || patterns.some(({ expression }) => new RegExp(expression).test(epc)),
  );
}

function isSo({ name, verb, unit, value, of }: Comparison, measure: Measure): boolean {
  if (measure.name !== name || (unit !== undefined && measure.unit !== unit)) return false;
  const own = measure[of];
  if (own === null) return false;
  const order = of === 'moment' ? comparedMoments(own, value) : comparedDecimals(own, value);
  switch (verb) {
    case 'GT':
      return order > 0;
    case 'GE':
      return order >= 0;
    case 'LT':
      return order < 0;
    case 'LE':
      return order <= 0;
    case 'EQ':
      return order === 0;
  }
}

/** The sign of the order of two moments, as far as PostgreSQL keeps them: in microseconds. */
function comparedMoments(one: string, other: string): number {
  return Math.sign(microseconds(one) - microseconds(other));
}

/** A moment in microseconds since 1970, rounded as PostgreSQL does. */
function microseconds(moment: string): number {
  const [, whole = '', fraction = '', zone = ''] = /^(.{19})(\.\d+)?(.+)$/.exec(moment) ?? [];
  return Date.parse(`${whole}${zone}`) * 1000 + Math.round(Number(`0${fraction}`) * 1e6);
}
