import { calls } from '@suyuan/contract/calls.ts';
import { expect, test } from 'vitest';

// Holds are shown wherever goods are shown: who looks at goods anywhere must see that they cannot be moved.

/** What shows goods and does not say whether they are on hold, with why not. */
const passedOver: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/consumer\//, 'a hold is silent to consumers'],
  [/^\/api\/inspect\/(hold|recall)\/(detail|preview)/, 'the goods of a hold or recall itself'],
  [/^\/api\/inspect\/recall\/related/, 'it says which lots are recalled already'],
  [/^\/api\/inspect\/recallnotice\//, 'the notice of a recall of the goods'],
  [/^\/api\/inspect\/lots\/list/, 'lots to choose from; what is then held is previewed'],
  [/\.(acts|chain|inspections|visits|evidence)\[\]$/, 'what happened to goods, not where they are now'],
  [/history \[\]$/, 'events'],
  [/\/(minderlieferung|barter|rdcdissociated|dissociated|stockmoves|replace|unrelevance1)\/(pagelist|codes)/, 'events'],
  [/\/(deliveryorder|loglist|repeatedquery)\//, 'exceptions: what was captured then'],
  [
    /^\/api\/inspect\/(inspectrecord|queryconsumerwarning|forensics)\/pagelist/,
    'what was seen then; the details say it',
  ],
  [/^\/api\/inspect\/inspectrecord\/add \.expected$/, 'the answer around it says it'],
  [/\/freight\/(load|unload) \.(loaded|unloaded)\[\]$/, 'what was done just now; the codes of the waybill say it'],
  [/^\/api\/handheld\/scans \.results\[\]$/, 'what was done with a scan; what is taken along says it'],
  [/^\/api\/handheld\/scans \.results\[\]\.inspection\.expected$/, 'the answer around it says it'],
  [/\/plant\/lotresults\//, 'results of tests of a lot'],
  [/\/(stockdetail\/move|refund\/receive) \.(stored|received)\[\]$/, 'what was done just now'],
  [/\/arrival\/scan \.answers\[\]$/, 'the desk says it of each scan'],
  [/\/stockcount\//, 'what was seen against what is recorded; the list of stock says it'],
  [/\/freight\/picking /, 'only what may be loaded is picked'],
  [/\/(freight|refund|arrival)\/\w+ (\.rows\[\])?\.lines\[\]$/, 'what is ordered; its codes say it'],
  [/\/plant\/(board|clearances)\//, 'the order that a line makes'],
  [/\/plant\/shifts\/detail .*\.orders\[\]$/, 'the holds of the shift are beside them'],
  [/\/plant\/workorders\/pagelist/, 'plans of goods; the details say it'],
  [/^\/api\/devices\/heartbeat/, 'the orders of a line; a device is refused what is held'],
  [/\/relevance\/(packable|reprint)/, 'a refusal says it'],
  [/\/report\/connect\/pagelist/, 'papers about a handover'],
  [/^\/api\/org\/addressareas\//, 'codes of areas'],
  [/^\/api\/querymanage\/customerquery\//, 'visits of consumers'],
  [/^\/api\/tagging\/(orders|precodes)\//, 'orders of codes'],
];

const isGoods = (names: readonly string[]) =>
  names.some((name) => /^(lot|lot_no|lot_id)$/.test(name)) ||
  (names.some((name) => /^(code|sent)$/.test(name)) &&
    names.some((name) => /^(level|units|life|lies_in|product_id|product_name)$/.test(name)));
const saysHold = (names: readonly string[]) => names.some((name) => /^(held|on_hold|lot_hold|hold_no)$/.test(name));

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** The objects in an answer, each with where it stands and the names of its properties. */
function* objectsIn(schema: Schema, at = ''): Generator<readonly [string, readonly string[]]> {
  const { properties, items, anyOf = [] } = schema;
  if (properties) yield [at, Object.keys(properties)];
  for (const [name, property] of Object.entries(properties ?? {})) yield* objectsIn(property, `${at}.${name}`);
  if (items) yield* objectsIn(items, `${at}[]`);
  for (const one of anyOf) yield* objectsIn(one, at);
}

const showing = calls.flatMap(({ path, output }) =>
  [...objectsIn(output as Schema)].flatMap(([at, names]) =>
    isGoods(names) ? [{ where: `${path} ${at}`, names }] : [],
  ),
);

test('every answer that shows goods says whether they are on hold, or is passed over for a reason', () => {
  const silent = showing.filter(({ where, names }) => !saysHold(names) && !passedOver.some(([one]) => one.test(where)));
  expect(silent.map(({ where }) => where)).toEqual([]);
});

test('nothing is passed over that shows no goods, or says it', () => {
  const used = passedOver.filter(([one]) => showing.some(({ where, names }) => one.test(where) && !saysHold(names)));
  expect(passedOver.filter((one) => !used.includes(one)).map(([, why]) => why)).toEqual([]);
});

test('no consumer is told of a hold', () => {
  const told = calls
    .filter(({ path }) => path.startsWith('/api/consumer/'))
    .flatMap(({ path, output }) =>
      [...objectsIn(output as Schema)].map(([at, names]) => ({ at: `${path}${at}`, names })),
    )
    .filter(({ names }) => saysHold(names));
  expect(told.map(({ at }) => at)).toEqual([]);
});
