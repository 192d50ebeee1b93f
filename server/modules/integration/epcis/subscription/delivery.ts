import { problemText } from '#epcis/model/problem.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { type Formats, versions, writeOptionsFor } from '../answer/formats.ts';
import { queryDocument } from '../answer/query-document.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import type { Parameters } from '../query/conditions/parameters.ts';
import { findEvents } from '../query/find-events.ts';
import type { PageEnd } from '../query/pages/page-token.ts';
import type { EpcisReader } from '../query/reader.ts';
import type { Claimed } from './claims.ts';
import { signaturePurpose } from './subscription.table.ts';
import { sendToWebhook } from './webhook.ts';

/** The most events of one document. */
const largest = 500;

/** A document that is to be sent, and where it ended if there is more. */
export interface Prepared {
  /** Undefined if there is nothing to tell. */
  readonly body: string | undefined;
  /** How many events it has. */
  readonly events: number;
  /** Events that do not fit the profile of the partner. */
  readonly withheld: readonly Withheld[];
  readonly end: PageEnd | undefined;
}

/** An event that is not sent, and why. */
export interface Withheld {
  readonly eventID: string | undefined;
  readonly reason: string;
}

interface About {
  readonly reader: EpcisReader;
  readonly profiles: Profiles;
  readonly until: Date;
  readonly from: PageEnd | undefined;
  /** Something was sent of it already. */
  readonly hasSent: boolean;
}

/** Finds what a subscription has not delivered yet of what was recorded before a moment. A result that is too large is told as such. */
export async function prepare(claimed: Claimed, { reader, profiles, until, from, hasSent }: About): Promise<Prepared> {
  const { query_name: queryName, subscription_id: subscriptionID, epc_format: epc, cbv_xml_format: words } = claimed;
  const parameters = recordedBetween(new Map(claimed.parameters), claimed.min_record_time, until);
  const asked = { parameters, perPage: largest, from, extensions: claimed.prefixes, viewer: reader.viewer };
  try {
    const { events: found, end } = await findEvents(reader.reading, asked);
    const problems = await profiles.misfits(reader.account, 'out', found);
    const events = found.filter((_, at) => problems[at]?.length === 0);
    const withheld = found.flatMap(({ eventID }, at) => {
      const [problem] = problems[at] ?? [];
      return problem ? [{ eventID, reason: problemText(problem) }] : [];
    });
    const isTold = events.length > 0 || (claimed.report_if_empty && !end && !hasSent);
    const options = await writeOptionsFor({ epc, words } as Formats, reader.reading.sql);
    const body = isTold ? queryDocument({ queryName, subscriptionID, events }, options, 'json') : undefined;
    return { body, events: events.length, withheld, end };
  } catch (error) {
    if (!(error instanceof EpcisException)) throw error;
    const body = JSON.stringify({ ...error.body, instance: subscriptionID });
    return { body, events: 0, withheld: [], end: undefined };
  }
}

/** The parameters of a query, with a period of recording within its own. */
function recordedBetween(parameters: Parameters, from: Date, until: Date): Parameters {
  const own = (name: string) => parameters.get(name)?.map((text) => new Date(text)) ?? [];
  const latest = [from, ...own('GE_recordTime')].reduce((one, other) => (other > one ? other : one));
  const earliest = [until, ...own('LT_recordTime')].reduce((one, other) => (other < one ? other : one));
  return new Map([
    ...parameters,
    ['GE_recordTime', [latest.toISOString()]],
    ['LT_recordTime', [earliest.toISOString()]],
  ]);
}

/** Sends a document to a webhook, signed if its subscriber has given a token. */
export function post(
  { id, dest, signature_token_sealed, epc_format, cbv_xml_format }: Claimed & { readonly dest: string },
  body: string,
  { masterKey, allowed }: { readonly masterKey: MasterKey; readonly allowed: readonly string[] },
): Promise<void> {
  const signatureToken =
    signature_token_sealed === null
      ? undefined
      : masterKey.open(signature_token_sealed, signaturePurpose(id), `The token of subscription ${id}`).toString();
  const headers = {
    ...Object.fromEntries(Object.entries(versions).map(([name, version]) => [`${name}-version`, version])),
    'gs1-epc-format': epc_format,
    'gs1-cbv-xml-format': cbv_xml_format,
  };
  return sendToWebhook({ dest, body, headers, signatureToken, allowed });
}
