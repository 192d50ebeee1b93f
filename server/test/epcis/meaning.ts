import type { EpcisEvent, SensorFacts } from '#epcis/model/event.ts';
import { type ExtensionField, type ExtensionValue, groupedFields } from '#epcis/model/extension.ts';
import { type FactKind, sensorMetadataFacts, sensorReportFacts } from '#epcis/model/fields.ts';
import { plainDecimal } from '#epcis/model/values.ts';
import { canonicalWord, type VocabularyName } from '#epcis/model/vocabulary.ts';

/** What an event says, however it was written: two events with the same meaning are equal. */
export function meaningOf(event: EpcisEvent): object {
  const { namespaces: _, ...rest } = event;
  const typed = (list: EpcisEvent['sourceList'], vocabulary: VocabularyName) =>
    list?.map(({ type, id }) => ({ id, ...(type === undefined ? {} : { type: canonicalWord(type, vocabulary) }) }));
  const dispositions = (words: readonly string[] | undefined) => words?.map((one) => canonicalWord(one, 'disposition'));
  const quantities = (list: EpcisEvent['quantityList']) =>
    list?.map((one) => ({ ...one, ...(one.quantity === undefined ? {} : { quantity: plainDecimal(one.quantity) }) }));
  const place = (of: EpcisEvent['readPoint']) => of && { id: of.id, extensions: fields(of.extensions) };
  return withoutUndefined({
    ...rest,
    bizStep: rest.bizStep && canonicalWord(rest.bizStep, 'bizStep'),
    disposition: rest.disposition && canonicalWord(rest.disposition, 'disposition'),
    persistentDisposition: rest.persistentDisposition && {
      set: dispositions(rest.persistentDisposition.set) ?? [],
      unset: dispositions(rest.persistentDisposition.unset) ?? [],
    },
    quantityList: quantities(rest.quantityList),
    childQuantityList: quantities(rest.childQuantityList),
    inputQuantityList: quantities(rest.inputQuantityList),
    outputQuantityList: quantities(rest.outputQuantityList),
    readPoint: place(rest.readPoint),
    bizLocation: place(rest.bizLocation),
    bizTransactionList: typed(rest.bizTransactionList, 'bizTransaction'),
    sourceList: typed(rest.sourceList, 'sourceOrDestination'),
    destinationList: typed(rest.destinationList, 'sourceOrDestination'),
    sensorElementList: rest.sensorElementList?.map(({ sensorMetadata, sensorReport, extensions }) => ({
      ...(sensorMetadata ? { sensorMetadata: facts(sensorMetadata, sensorMetadataFacts) } : {}),
      sensorReport: sensorReport.map((one) => facts(one, sensorReportFacts)),
      extensions: fields(extensions),
    })),
    errorDeclaration: rest.errorDeclaration && {
      ...withoutUndefined(rest.errorDeclaration),
      ...(rest.errorDeclaration.reason === undefined
        ? {}
        : { reason: canonicalWord(rest.errorDeclaration.reason, 'errorReason') }),
      extensions: fields(rest.errorDeclaration.extensions),
    },
    ilmd: rest.ilmd && fields(rest.ilmd),
    extensions: fields(rest.extensions),
  });
}

const withoutUndefined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

function facts({ facts: own, extensions }: SensorFacts, kinds: Readonly<Record<string, FactKind>>): object {
  const plain = Object.entries(own).map(([name, text]) => {
    const kind = kinds[name] ?? 'string';
    if (kind === 'decimal') return [name, plainDecimal(text)];
    return [name, /^(time|uri|string|boolean|hex)$/.test(kind) ? text : canonicalWord(text, kind as VocabularyName)];
  });
  return { facts: Object.fromEntries(plain), extensions: fields(extensions) };
}

/** Extensions by their full names, as the texts and parts that they have. Only lists have an order. */
function fields(list: readonly ExtensionField[]): object {
  return Object.fromEntries(
    present(groupedFields(list)).map(({ name, value }) => [`{${name.namespace}}${name.local}`, contentOf(value)]),
  );
}

/** An empty list is the same as none. */
const present = (list: readonly ExtensionField[]): ExtensionField[] =>
  list.filter(({ value }) => value.is !== 'list' || value.values.length > 0);

/** A list of one value is the same as the value; an empty structure or list, a null, and an empty text are all nothing. */
function contentOf(value: ExtensionValue): unknown {
  if (value.is === 'list') {
    const values = value.values.map(contentOf);
    return values.length > 1 ? values : (values[0] ?? '');
  }
  if (value.is === 'null') return '';
  if (value.is !== 'structure') return plainNumber(value.text);
  const parts = {
    ...Object.fromEntries(
      value.attributes.map(({ name, text }) => [`{${name.namespace}}${name.local}`, plainNumber(text)]),
    ),
    ...fields(value.fields),
    ...(value.text ? { '': plainNumber(value.text) } : {}),
  };
  return Object.keys(parts).length === 0 ? '' : parts;
}

const plainNumber = (text: string): string =>
  /^-?\d+(\.\d+)?([Ee][+-]?\d+)?$/.test(text) ? (plainDecimal(text) ?? text) : text;
