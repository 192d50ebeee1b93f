import type { EpcisEventType } from '@suyuan/codes/epc/epcis-event-types.ts';
import fc from 'fast-check';
import type { EpcisEvent, SensorElement, SensorFacts } from '#epcis/model/event.ts';
import type { ExtensionField, ExtensionValue, Scalar, Structure } from '#epcis/model/extension.ts';
import { vocabularies } from '#epcis/model/vocabulary.ts';

// Random events of every type, with all that EPCIS lets them have.

const word = (name: keyof typeof vocabularies) =>
  fc.oneof(
    fc.constantFrom(...vocabularies[name].words),
    fc.constantFrom('https://example.com/vocabulary/own', 'urn:example:own:word'),
  );

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const serial = fc.stringMatching(/^[0-9A-Za-z._-]{1,12}$/);
const epc = fc.oneof(
  fc.tuple(digits(7), digits(6), serial).map((parts) => `urn:epc:id:sgtin:${parts.join('.')}`),
  fc.tuple(digits(7), digits(10)).map((parts) => `urn:epc:id:sscc:${parts.join('.')}`),
  fc.nat(999).map((n) => `https://example.com/asset/${n}`),
  fc.nat(999).map((n) => `urn:example:asset:${n}`),
);
const uri = fc.oneof(epc, fc.constantFrom('geo:22.3,114.2', 'https://id.gs1.org/414/9521321000018'));
const epcs = fc.uniqueArray(epc, { minLength: 1, maxLength: 4 });

const moment = fc
  .tuple(
    fc.date({ min: new Date('1999-01-01Z'), max: new Date('2039-01-01Z'), noInvalidDate: true }),
    fc.constantFrom('', '.1', '.116', '.1415', '.123456789'),
    fc.constantFrom('Z', '+08:00', '-05:30', '+14:00'),
  )
  .map(([date, fraction, zone]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`);
const decimal = fc.oneof(
  fc.integer().map(String),
  fc.tuple(fc.nat(999), fc.nat(999_999)).map(([whole, part]) => `${whole}.${part}0`),
  fc.constantFrom('0', '-0.50', '1e3', '2.5E-7', '12345678901234567890.123456789'),
);

/** Some of the members, each of which may be missing. */
const some = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(members as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });

const namespaces = [
  ['ext', 'https://example.com/ext/'],
  ['more', 'http://example.com/more#'],
  ['cbvmda', 'urn:epcglobal:cbv:mda'],
  ['undeclared', 'https://example.com/none/'],
] as const;
const localName = fc.constantFrom('a', 'b-2', 'Field_3', 'lotNumber', '名称');
const name = fc
  .tuple(fc.constantFrom(...namespaces), localName)
  .map(([[, namespace], local]) => ({ namespace, local }));
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', ' two  blanks ', 'line\nbreak\ttab', '<a> & "b"', '批次', '007', ']]>'),
);
/** What XML can hold; other texts are refused. */
const xmlText = text.filter((one) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(one));

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  xmlText.map((one) => ({ is: 'text' as const, text: one })),
  decimal.map((one) => ({ is: 'number' as const, text: one })),
  fc.boolean().map((one) => ({ is: 'boolean' as const, text: String(one) })),
  fc.constant({ is: 'null' as const }),
);

const { value: extensionValue } = fc.letrec<{
  value: ExtensionValue;
  structure: Structure;
  single: Scalar | Structure;
}>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    tie('single'),
    fc.array(tie('single'), { maxLength: 3 }).map((values) => ({ is: 'list' as const, values })),
  ),
  single: fc.oneof({ depthSize: 'small' }, scalar, tie('structure')),
  structure: fc
    .uniqueArray(fc.record({ name, value: tie('value') }), {
      maxLength: 3,
      selector: (field) => `${field.name.namespace}${field.name.local}`,
    })
    .map((fields) => ({ is: 'structure' as const, attributes: [], fields })),
}));

const extensions: fc.Arbitrary<ExtensionField[]> = fc.uniqueArray(fc.record({ name, value: extensionValue }), {
  maxLength: 3,
  selector: (field) => `${field.name.namespace}${field.name.local}`,
});
/** Where XML has attributes. */
const plainExtensions: fc.Arbitrary<ExtensionField[]> = fc.uniqueArray(
  fc.record({ name, value: xmlText.map((one): Scalar => ({ is: 'text', text: one })) }),
  { maxLength: 2, selector: (field) => `${field.name.namespace}${field.name.local}` },
);

const facts = (
  members: Record<string, fc.Arbitrary<string>>,
  required: readonly string[] = [],
): fc.Arbitrary<SensorFacts> =>
  fc.record({
    facts: fc.record(members, { requiredKeys: [...required] }) as fc.Arbitrary<Record<string, string>>,
    extensions: plainExtensions,
  });
const sensor: fc.Arbitrary<SensorElement> = fc
  .tuple(
    facts({ time: moment, startTime: moment, deviceID: epc, bizRules: uri }),
    fc.array(
      facts(
        {
          type: fc.constantFrom('Temperature', 'RelativeHumidity', 'gs1:NewQuantity', 'https://example.com/measure'),
          value: decimal,
          uom: fc.constantFrom('CEL', 'A93'),
          stringValue: xmlText,
          booleanValue: fc.boolean().map(String),
          hexBinaryValue: fc.stringMatching(/^([0-9a-f]{2}){1,4}$/),
          component: word('component'),
          exception: fc.constantFrom('ALARM_CONDITION', 'ERROR_CONDITION'),
          time: moment,
        },
        ['type'],
      ),
      { minLength: 1, maxLength: 2 },
    ),
    extensions,
  )
  .map(([sensorMetadata, sensorReport, more]) => ({ sensorMetadata, sensorReport, extensions: more }));

const place = fc.record({ id: uri, extensions });
const quantities = fc.array(
  fc.oneof(
    fc.record({ epcClass: epc }),
    fc.record({ epcClass: epc, quantity: decimal }),
    fc.record({ epcClass: epc, quantity: decimal, uom: fc.constantFrom('KGM', 'LTR') }),
  ),
  { minLength: 1, maxLength: 3 },
);
const references = (vocabulary: 'sourceOrDestination') =>
  fc.array(fc.record({ type: word(vocabulary), id: uri }), { minLength: 1, maxLength: 2 });
const transactions = fc.array(fc.oneof(fc.record({ id: uri }), fc.record({ type: word('bizTransaction'), id: uri })), {
  minLength: 1,
  maxLength: 2,
});
const dispositions = fc.uniqueArray(word('disposition'), { minLength: 1, maxLength: 2 });

const common = {
  recordTime: moment,
  eventID: fc.nat().map((n) => `urn:example:event:${n}`),
  certificationInfo: fc.uniqueArray(uri, { minLength: 1, maxLength: 2 }),
  errorDeclaration: fc
    .tuple(
      moment,
      some({ reason: word('errorReason'), correctiveEventIDs: fc.array(uri, { minLength: 1, maxLength: 2 }) }),
      extensions,
    )
    .map(([declarationTime, more, own]) => ({ declarationTime, ...more, extensions: own })),
  bizStep: word('bizStep'),
  disposition: word('disposition'),
  persistentDisposition: fc.oneof(
    fc.record({ set: dispositions }),
    fc.record({ unset: dispositions }),
    fc.record({ set: dispositions, unset: dispositions }),
  ),
  readPoint: place,
  bizLocation: place,
  sourceList: references('sourceOrDestination'),
  destinationList: references('sourceOrDestination'),
  sensorElementList: fc.array(sensor, { minLength: 1, maxLength: 2 }),
};

const action = fc.constantFrom('ADD', 'OBSERVE', 'DELETE');
const ofType: { readonly [K in EpcisEventType]: fc.Arbitrary<object> } = {
  ObjectEvent: fc
    .tuple(fc.record({ epcList: epcs, action }), some({ quantityList: quantities, ilmd: extensions }))
    .map(([own, { ilmd, ...more }]) => ({ ...own, ...more, ...(own.action === 'ADD' && ilmd ? { ilmd } : {}) })),
  AggregationEvent: fc
    .tuple(fc.record({ parentID: epc, childEPCs: epcs, action }), some({ childQuantityList: quantities }))
    .map(([own, more]) => ({ ...own, ...more })),
  TransactionEvent: fc
    .tuple(
      fc.record({ bizTransactionList: transactions, epcList: epcs, action }),
      some({ parentID: epc, quantityList: quantities }),
    )
    .map(([own, more]) => ({ ...own, ...more })),
  TransformationEvent: fc
    .tuple(
      fc.record({ inputEPCList: epcs, outputQuantityList: quantities }),
      some({ inputQuantityList: quantities, outputEPCList: epcs, transformationID: uri, ilmd: extensions }),
    )
    .map(([own, more]) => ({ ...own, ...more })),
  AssociationEvent: fc
    .tuple(fc.record({ parentID: epc, childEPCs: epcs, action }), some({ childQuantityList: quantities }))
    .map(([own, more]) => ({ ...own, ...more })),
};

export const anyEpcisEvent: fc.Arbitrary<EpcisEvent> = fc
  .constantFrom(...(Object.keys(ofType) as EpcisEventType[]))
  .chain((type) =>
    fc
      .tuple(
        fc.record({ eventTime: moment, eventTimeZoneOffset: fc.constantFrom('+08:00', '-14:00', '+00:00') }),
        some(common),
        type === 'TransactionEvent' ? fc.constant({}) : some({ bizTransactionList: transactions }),
        ofType[type],
        extensions,
      )
      .map(
        ([when, more, transaction, own, extra]) =>
          ({
            type,
            namespaces: namespaces.slice(0, 2),
            ...when,
            ...more,
            ...transaction,
            ...own,
            extensions: extra,
          }) as unknown as EpcisEvent,
      ),
  );
