import { type FactKind, sensorMetadataFacts, sensorReportFacts } from '#epcis/model/fields.ts';
import { type Declarations, Namespaces, nameInUri, standardPrefixes } from '#epcis/model/namespaces.ts';
import { isUri } from '#epcis/model/values.ts';
import {
  dispositionFact,
  type ExtensionPlace,
  equalityFact,
  existenceFact,
  extensionName,
  extensionPlaces,
  reasonFact,
  referenceFact,
  sensorFact,
} from '../../capture/facts-of-event.ts';
import type { Condition } from './condition.ts';
import { badParameter } from './parameters.ts';

/** Facts of which an event must have one; undefined if the name is of no parameter that asks for facts. */
type FactsAsked = (name: string, values: readonly string[], extensions: Declarations) => string[] | undefined;

/** The condition of a parameter that asks for equality or existence of something that has no column of its own. */
export function factCondition(
  name: string,
  values: readonly string[],
  extensions: Declarations,
): Condition | undefined {
  for (const ask of [plainFacts, references, sensors, extensionsAsked]) {
    const facts = ask(name, values, extensions);
    if (facts) return { is: 'fact', facts };
  }
  return undefined;
}

function isTrue(name: string, values: readonly string[]): void {
  if (!values.every((one) => one === '' || one === 'true')) throw badParameter(name, 'must be true, or have no value');
}

const plainFacts: FactsAsked = (name, values) => {
  switch (name) {
    case 'EQ_persistentDisposition_set':
      return values.map((value) => dispositionFact('set', value));
    case 'EQ_persistentDisposition_unset':
      return values.map((value) => dispositionFact('unset', value));
    case 'EQ_errorReason':
      return values.map(reasonFact);
    case 'EQ_correctiveEventID':
      return values.map((value) => `correctiveEventID=${value}`);
    case 'EXISTS_sensorElementList':
    case 'EXISTS_sensorElement':
      isTrue(name, values);
      return ['sensorElementList'];
    default:
      return undefined;
  }
};

const references: FactsAsked = (name, values) => {
  const [, kind, type] = /^EQ_(bizTransaction|source|destination)_(.*)$/.exec(name) ?? [];
  if (kind === undefined || type === undefined) return undefined;
  if (!values.every(isUri)) throw badParameter(name, 'must be URIs');
  return values.map((value) => referenceFact(kind as 'source', type, value));
};

const sensorNames: Readonly<Record<string, FactKind>> = { ...sensorMetadataFacts, ...sensorReportFacts };

const sensors: FactsAsked = (name, values) => {
  const fact = /^EQ_(\w+)$/.exec(name)?.[1] ?? '';
  const kind = Object.hasOwn(sensorNames, fact) ? sensorNames[fact] : undefined;
  if (kind === undefined || kind === 'time' || kind === 'decimal') return undefined;
  return values.map((value) => sensorFact(fact, kind, value));
};

const places = extensionPlaces.filter((place) => place !== '').join('|');
const extensionParameter = new RegExp(`^(EQ|EXISTS|GT|GE|LT|LE)_(INNER_)?(?:(${places})_)?([^_:/#?]+:.+)$`);

/** An extension that a parameter names, with what it asks about it. */
export interface AskedExtension {
  readonly verb: string;
  /** As `existenceFact` names it; more than one where a namespace can be meant in two ways. */
  readonly names: readonly string[];
}

/** Extensions are named with a prefix, or by their namespace and `#` as in EPCIS 1.2. */
export function extensionsNamed(name: string, extensions: Declarations): AskedExtension | undefined {
  const [, verb, inner, place = '', field = ''] = extensionParameter.exec(name) ?? [];
  if (verb === undefined) return undefined;
  const names = extensionsOf(field, extensions);
  if (names.length === 0) throw badParameter(name, 'has a prefix that the header GS1-Extensions does not declare');
  return { verb, names: names.map((one) => existenceFact(place as ExtensionPlace, inner !== undefined, one)) };
}

const extensionsAsked: FactsAsked = (name, values, extensions) => {
  if (!/^(EQ|EXISTS)_/.test(name)) return undefined;
  const asked = extensionsNamed(name, extensions);
  if (!asked) return undefined;
  if (asked.verb === 'EQ') return asked.names.flatMap((one) => values.map((value) => equalityFact(one, value)));
  isTrue(name, values);
  return [...asked.names];
};

/** The extension that a prefix and a name stand for, or its namespace and name; none if it is neither. */
export function extensionsOf(field: string, extensions: Declarations): string[] {
  const prefixes = new Namespaces([...standardPrefixes, ...extensions]);
  const [, prefix = '', local = ''] = /^([^:]+):(.+)$/.exec(field) ?? [];
  const namespace = prefixes.namespaceOf(prefix);
  if (namespace !== undefined) return [extensionName(namespace, local)];
  const [, uri, name] = /^((?:https?|urn):[^#]+)#([^#]+)$/.exec(field) ?? [];
  if (uri !== undefined && name !== undefined) return [extensionName(uri, name), extensionName(`${uri}#`, name)];
  const whole = isUri(field) && /^(https?|urn):/.test(field) ? nameInUri(field) : undefined;
  return whole ? [extensionName(whole.namespace, whole.local)] : [];
}
