import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { partner } from '@suyuan/contract/integration/partner.ts';
import { subscription, subscriptionPause } from '@suyuan/contract/integration/subscription.ts';
import type { Services } from '#platform/services.ts';
import { sampleGln } from '../base/sample-gln.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly services: Services;
  readonly call: CallServer;
}

/** What a carrier tells of itself, and one event that says too little. */
const profile = JSON.stringify(
  { properties: { bizStep: { enum: ['arriving', 'departing', 'transporting'] } }, required: ['bizStep', 'readPoint'] },
  null,
  2,
);

/**
 * Makes a carrier that exchanges events: it captures two documents, of which one is refused in part, and subscribes to what is shipped. Its
 * key is shown to nobody, and nothing is sent: the subscription is paused.
 */
export async function exchangeWithCarrier({ services, call }: Parts): Promise<void> {
  const { id: partner_id } = await call(partner.add, {
    partner_code: 'HB-01',
    partner_name: '捷达冷链物流',
    gln: sampleGln(900),
    sends: '到达、离开与在途事件',
    gets: '发货事件',
    profile_in: profile,
  });
  const permissions = ['epcis:capture', 'epcis:query'];
  const { key } = await call(apiKeyAdd, { name: '捷达运输系统', party: { partner_id }, permissions });
  await call(apiKeyAdd, { name: 'ERP', permissions: ['productlist', 'orderlist', 'epcis:query'] });
  const send = async (path: string, payload: object, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${key}`;
    const answer = await services.app.inject({
      method: 'POST',
      url: `/epcis${path}`,
      payload: JSON.stringify(payload),
      headers: { authorization, 'content-type': 'application/json', ...headers },
    });
    if (answer.statusCode >= 300) throw new Error(`the sample was not captured: ${answer.body}`);
  };
  await send('/capture', documentOf([arrival(1, 'arriving'), arrival(2, 'departing')]));
  const { readPoint: _, ...incomplete } = arrival(4, 'arriving');
  await send('/capture', documentOf([arrival(3, 'arriving'), incomplete]), {
    'gs1-capture-error-behaviour': 'proceed',
  });
  await send('/queries', { name: '发货', query: { EQ_bizStep: ['shipping'] } });
  await send('/queries/%E5%8F%91%E8%B4%A7/subscriptions', { dest: 'https://carrier.example/epcis', stream: true });
  const { rows } = await call(subscription.page, { size: 1 });
  for (const { id } of rows) await call(subscriptionPause, { id });
}

const documentOf = (eventList: readonly object[]): object => ({
  '@context': 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  creationDate: new Date().toISOString(),
  epcisBody: { eventList },
});

const hour = 3_600_000;

/** A pallet of the carrier at one of its places. */
const arrival = (number: number, bizStep: 'arriving' | 'departing') => ({
  type: 'ObjectEvent',
  eventID: `urn:uuid:00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  eventTime: new Date(Date.now() - (10 - number) * hour).toISOString(),
  eventTimeZoneOffset: '+08:00',
  epcList: [`urn:epc:id:sscc:6901234.${String(number).padStart(10, '0')}`],
  action: 'OBSERVE',
  bizStep,
  disposition: 'in_transit',
  readPoint: { id: `urn:epc:id:sgln:6901234.0000${number}.0` },
});
