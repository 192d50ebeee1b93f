import type { EpcisEventType } from '@suyuan/codes/epc/epcis-event-types.ts';
import type { EpcisEvent, SensorElement } from '../model/event.ts';
import { isEventType } from '../model/event.ts';
import type { At } from '../model/problem.ts';

/**
 * What EPCIS asks of an event beyond the form of its fields (EPCIS 2.0, sections 7.3 and 7.4). Some of it neither of GS1's schemas
 * can say. Notes what is wrong.
 */
export function checkEvent(event: EpcisEvent, at: At): void {
  for (const name of ['eventTime', 'eventTimeZoneOffset'] as const) {
    if (event[name] === undefined) at.member(name).refuse('missing');
  }
  if (isEventType(event.type)) {
    if (event.type !== 'TransformationEvent' && event.action === undefined) at.member('action').refuse('missing');
    rules[event.type](event, at);
  }
  checkQuantities(event, at);
  for (const name of ['epcList', 'inputEPCList', 'outputEPCList'] as const) checkUnique(event[name], at.member(name));
  const { persistentDisposition: lasting } = event;
  if (lasting && !lasting.set?.length && !lasting.unset?.length) {
    at.member('persistentDisposition').refuse('set_or_unset');
  }
  for (const [number, element] of (event.sensorElementList ?? []).entries()) {
    checkSensor(element, at.member('sensorElementList').item(number));
  }
}

const some = (list: readonly unknown[] | undefined): boolean => (list?.length ?? 0) > 0;

const rules: Readonly<Record<EpcisEventType, (event: EpcisEvent, at: At) => void>> = {
  ObjectEvent(event, at) {
    // A list may be empty where sensors observe a place (7.4.2).
    const observes = some(event.sensorElementList) && event.readPoint !== undefined;
    if (event.epcList === undefined && !some(event.quantityList) && !observes) at.refuse('no_objects');
    if (event.ilmd && event.action !== undefined && event.action !== 'ADD')
      at.member('ilmd').refuse('ilmd_without_add');
  },
  AggregationEvent(event, at) {
    if (event.parentID === undefined && event.action !== 'OBSERVE') at.member('parentID').refuse('no_parent');
    checkChildren(event, at);
  },
  AssociationEvent(event, at) {
    if (event.parentID === undefined) at.member('parentID').refuse('missing');
    checkChildren(event, at);
  },
  TransactionEvent(event, at) {
    if (!some(event.bizTransactionList)) at.member('bizTransactionList').refuse('no_transaction');
    const hasObjects = event.epcList !== undefined || some(event.quantityList);
    if (!hasObjects && event.action !== 'DELETE') at.refuse('no_transaction_objects');
  },
  TransformationEvent(event, at) {
    const hasInput = some(event.inputEPCList) || some(event.inputQuantityList);
    const hasOutput = some(event.outputEPCList) || some(event.outputQuantityList);
    const isWhole = event.transformationID === undefined ? hasInput && hasOutput : hasInput || hasOutput;
    if (!isWhole) at.refuse('one_sided');
  },
};

function checkChildren({ childEPCs, childQuantityList, action }: EpcisEvent, at: At): void {
  if (action !== 'DELETE' && !some(childEPCs) && !some(childQuantityList)) at.refuse('no_children');
}

/** The same object twice has no meaning in a list of those that an event is about. */
function checkUnique(epcs: readonly string[] | undefined, at: At): void {
  const seen = new Set<string>();
  for (const [number, epc] of (epcs ?? []).entries()) {
    if (seen.has(epc)) at.item(number).refuse('repeated', epc);
    seen.add(epc);
  }
}

function checkQuantities(event: EpcisEvent, at: At): void {
  for (const name of ['quantityList', 'childQuantityList', 'inputQuantityList', 'outputQuantityList'] as const) {
    for (const [number, { quantity, uom }] of (event[name] ?? []).entries()) {
      if (uom !== undefined && quantity === undefined) at.member(name).item(number).refuse('uom_without_quantity');
    }
  }
}

/** Facts about how all reports were made, if they are in the metadata (7.3.7). A report may repeat them, but not say otherwise. */
const sharedFacts = ['deviceID', 'deviceMetadata', 'rawData', 'dataProcessingMethod', 'bizRules'];

function checkSensor({ sensorMetadata, sensorReport }: SensorElement, at: At): void {
  if (!some(sensorReport)) at.member('sensorReport').refuse('empty');
  for (const [number, report] of sensorReport.entries()) {
    const place = at.member('sensorReport').item(number);
    for (const name of sharedFacts) {
      const [shared, own] = [sensorMetadata?.facts[name], report.facts[name]];
      if (shared !== undefined && own !== undefined && own !== shared) place.member(name).refuse('contradiction', own);
    }
  }
}
