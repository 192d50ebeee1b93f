import type { EpcisEvent, SensorFacts } from '#epcis/model/event.ts';
import { isTime, plainDecimal } from '#epcis/model/values.ts';
import { type ExtensionPlace, existenceFact, extensionsWithin } from './facts-of-event.ts';

/** A number or moment of an event that queries compare with others. */
export interface Measure {
  /** What it is of: `quantity`, a field of sensors, or an extension as `existenceFact` names it. */
  readonly name: string;
  /** Empty for numbers without a unit, and for moments. */
  readonly unit: string;
  readonly number: string | null;
  readonly moment: string | null;
}

const amounts = ['value', 'minValue', 'maxValue', 'meanValue', 'sDev', 'percValue'];
const moments = ['time', 'startTime', 'endTime'];

/** The numbers and moments of an event: of quantities, sensors and extensions. */
export function measuresOf(event: EpcisEvent): Measure[] {
  const quantities = [event.quantityList, event.childQuantityList, event.inputQuantityList, event.outputQuantityList];
  const sensors = event.sensorElementList ?? [];
  const all = [
    ...quantities
      .flatMap((list) => list ?? [])
      .flatMap(({ quantity, uom }) => (quantity === undefined ? [] : numberOf('quantity', quantity, uom))),
    ...sensors.flatMap(({ sensorMetadata, sensorReport }) =>
      [...(sensorMetadata ? [sensorMetadata] : []), ...sensorReport].flatMap(ofSensor),
    ),
    ...[...extensionsWithin(event)].flatMap(({ place, isInner, name, text }) =>
      text === undefined ? [] : ofExtension(place, isInner, name, text),
    ),
  ];
  // What is longer than an index takes is nothing that anybody asks for.
  const short = all.filter(({ name, unit }) => name.length <= 600 && unit.length <= 100);
  return [...new Map(short.map((one) => [JSON.stringify(one), one])).values()];
}

function ofSensor({ facts }: SensorFacts): Measure[] {
  return Object.entries(facts).flatMap(([name, text]) => {
    if (amounts.includes(name)) return numberOf(name, text, facts.uom);
    if (name === 'percRank') return numberOf(name, text);
    return moments.includes(name) ? [{ name, unit: '', number: null, moment: text }] : [];
  });
}

function ofExtension(place: ExtensionPlace, isInner: boolean, local: string, text: string): Measure[] {
  const name = existenceFact(place, isInner, local);
  if (isTime(text)) return [{ name, unit: '', number: null, moment: text }];
  return /^-?\d{1,60}(\.\d{1,60})?([Ee][+-]?\d{1,3})?$/.test(text) ? numberOf(name, text) : [];
}

function numberOf(name: string, text: string, unit = ''): Measure[] {
  const number = plainDecimal(text);
  return number === null ? [] : [{ name, unit, number, moment: null }];
}
