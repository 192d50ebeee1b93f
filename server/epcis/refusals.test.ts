import { expect, test } from 'vitest';
import { harvestInJson, harvestInXml } from '#test/epcis/example-documents.ts';
import { readJsonDocument } from './json/read-document.ts';
import { problemText } from './model/problem.ts';
import { readXmlDocument } from './xml/read-document.ts';

// What is wrong is said of the event and the field, and hostile documents are refused at once.

type Change = (event: Record<string, unknown>) => void;

/** What is wrong with the example after a change to its event. */
function problemsOf(change: Change): string[] {
  const document = JSON.parse(harvestInJson) as { epcisBody: { eventList: Record<string, unknown>[] } };
  change(document.epcisBody.eventList[0] as Record<string, unknown>);
  return readJsonDocument(JSON.stringify(document)).events.flatMap(({ problems }) => problems.map(problemText));
}

const first = (list: unknown): Record<string, unknown> => (list as Record<string, unknown>[])[0] as never;

test.each<[string, Change]>([
  ['eventList[0].eventTime is missing', (event) => delete event.eventTime],
  ['eventList[0].eventTime must be a date', (event) => (event.eventTime = '2026-02-30T00:00:00Z')],
  ['eventList[0].eventTimeZoneOffset must be', (event) => (event.eventTimeZoneOffset = '+15:00')],
  ['eventList[0].action must be ADD', (event) => (event.action = 'MOVE')],
  ['eventList[0].bizStep must be a word', (event) => (event.bizStep = 'assemble')],
  ['eventList[0].bizStep must be a word', (event) => (event.bizStep = 'https://ref.gs1.org/cbv/BizStep-none')],
  ['eventList[0].epcList[1] must be a URI', (event) => (event.epcList = ['urn:a:b', '12'])],
  ['eventList[0].epcList[1] is there more', (event) => (event.epcList = ['urn:a:b', 'urn:a:b'])],
  ['eventList[0].quantityList[0].quantity must be a number', (event) => (first(event.quantityList).quantity = '10')],
  ['eventList[0].quantityList[0].uom must be', (event) => (first(event.quantityList).uom = 'KILO')],
  ['eventList[0].note is not a field', (event) => (event.note = 'x')],
  ['eventList[0].other:x has a prefix', (event) => (event['other:x'] = 'x')],
  ['eventList[0].farm:x has a character', (event) => (event['farm:x'] = 'a\u0001')],
  ['eventList[0].ilmd may only', (event) => (event.action = 'OBSERVE')],
  ['eventList[0].persistentDisposition must set', (event) => (event.persistentDisposition = {})],
  [
    'eventList[0].sensorElementList[0].sensorReport is missing',
    (event) => delete first(event.sensorElementList).sensorReport,
  ],
  ['eventList[0].parentID is not a field', (event) => (event.parentID = 'urn:a:b')],
  ['eventList[0].type must be a type', (event) => (event.type = 'MovementEvent')],
])('%s', (problem, change) => {
  expect(problemsOf(change)[0]).toContain(problem);
});

test('XML names the same fields', () => {
  const problems = (text: string) => readXmlDocument(text).events.flatMap((event) => event.problems.map(problemText));
  expect(problems(harvestInXml)).toEqual([]);
  expect(problems(harvestInXml.replace('<action>ADD', '<action>MOVE'))[0]).toContain('eventList[0].action must be');
  expect(problems(harvestInXml.replace('<action>', '<madeUp>x</madeUp><action>'))[0]).toContain('eventList[0].madeUp');
  expect(problems(harvestInXml.replace('<epc>urn', '<epc> no uri urn'))[0]).toContain('eventList[0].epcList[0]');
  expect(problems(harvestInXml.replace('value="4"', 'value="INF"'))[0]).toContain('sensorReport[0].value');
});

test('one event at fault leaves the others whole', () => {
  const document = JSON.parse(harvestInJson) as { epcisBody: { eventList: object[] } };
  const [event] = document.epcisBody.eventList as [object];
  document.epcisBody.eventList = [event, { ...event, action: 'MOVE' }, event];
  const { events } = readJsonDocument(JSON.stringify(document));
  expect(events.map((one) => one.event !== undefined)).toEqual([true, false, true]);
  expect(events[1]?.problems.map(({ path }) => path)).toEqual(['eventList[1].action']);
});

const withContext = (context: unknown) =>
  JSON.stringify({ ...(JSON.parse(harvestInJson) as object), '@context': context });
const prefixes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, `urn:p:${n}`]));
const doctype = (declaration: string) => harvestInXml.replace('?>', `?>\n<!DOCTYPE e ${declaration}>`);
const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

test.each([
  ['a context by address', withContext('https://attacker.example/context.jsonld'), /contexts are never fetched/],
  ['no context', withContext(undefined), /@context is missing/],
  ['a thousand prefixes', withContext(prefixes(1000)), /too many prefixes/],
  ['deep JSON', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /levels deep/],
  ['brackets in a text are no levels, but it is no document', `"${'['.repeat(100_000)}"`, /not an object/],
  ['cut off JSON', harvestInJson.slice(0, -20), /not well-formed/],
])('JSON: %s', (_, text, why) => {
  expect(() => readJsonDocument(text)).toThrow(why);
});

test.each([
  ['an external entity', doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]').replace('North', '&x;'), /document type/],
  ['an external type', doctype('SYSTEM "http://attacker.example/e.dtd"'), /document type/],
  ['entities in entities', doctype(`[<!ENTITY l0 "ha">${laughs}]`).replace('North', '&l12;'), /document type/],
  ['an unknown entity', harvestInXml.replace('North', '&x;'), /not well-formed/],
  ['deep XML', harvestInXml.replace('North', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`), /levels deep/],
  [
    'a thousand prefixes',
    harvestInXml.replace(
      '<farm:gate>',
      `<farm:gate ${Array.from({ length: 1000 }, (_, n) => `xmlns:p${n}="urn:p:${n}"`).join(' ')}>`,
    ),
    /100 (prefixes|attributes)/,
  ],
  ['another document', '<html/>', /root element/],
  ['cut off XML', harvestInXml.slice(0, -20), /not well-formed/],
])('XML: %s', (_, text, why) => {
  expect(() => readXmlDocument(text)).toThrow(why);
});

test('names that are special in JavaScript are names like others', () => {
  const event = `{"@context":["https://ref.gs1.org/standards/epcis/epcis-context.jsonld",{"x":"urn:x:"}],"type":"ObjectEvent",
    "eventTime":"2026-01-01T00:00:00Z","eventTimeZoneOffset":"+00:00","action":"OBSERVE","epcList":[],
    "x:a":{"__proto__":{"x:admin":true},"constructor":"1"}}`;
  const [reading] = readJsonDocument(event).events;
  expect(reading?.problems).toEqual([]);
  expect(reading?.event?.extensions).toMatchObject([
    { value: { fields: [{ name: { local: '__proto__' } }, { name: { local: 'constructor' } }] } },
  ]);
  expect(({} as Record<string, unknown>)['x:admin']).toBeUndefined();
});

test('what no database or XML holds is refused, and told in other characters', () => {
  const [problem] = problemsOf((event) => (event.action = 'A\0\ud800'));
  expect(problem).toBe('eventList[0].action must be ADD, OBSERVE or DELETE (found: A\ufffd\ufffd)');
  expect(problemsOf((event) => (event['farm:\0'] = 1))[0]).toContain('has a character');
  expect(problemsOf((event) => (event[`farm:${'n'.repeat(5000)}`] = 1))[0]).toContain('is too long');
  expect(problemsOf((event) => (event.eventTime = '0000-01-01T00:00:00Z'))[0]).toContain('must be a date');
  expect(() => readJsonDocument(withContext({ farm: 'urn:farm:\0' }))).toThrow('has a character');
});
