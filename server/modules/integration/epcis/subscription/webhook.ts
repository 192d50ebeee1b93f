import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { addressOfHost, isReachable, lookupReachable, UnreachableHost } from '#platform/network/public-hosts.ts';
import { EpcisException } from '../problem/epcis-exception.ts';

/** How long a receiver may take, in milliseconds. Shorter than the claim on a subscription. */
const patience = 10_000;
const longestAddress = 2000;

/** Refuses what is no address of a webhook, or one where the server may not connect. */
export function requireDestination(dest: unknown, allowed: readonly string[]): string {
  const url = typeof dest === 'string' && dest.length <= longestAddress ? URL.parse(dest) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid('dest must be an address that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '') {
    throw invalid('dest must have no password in it: the header GS1-Signature tells who sends.');
  }
  const address = addressOfHost(url.hostname);
  if (/^localhost\.?$|\.localhost\.?$/.test(url.hostname) && !isReachable('127.0.0.1', allowed)) throw closed();
  if (address !== undefined && !isReachable(address, allowed)) throw closed();
  return url.href;
}

const invalid = (detail: string): EpcisException => new EpcisException('InvalidURIException', detail);
const closed = (): EpcisException =>
  invalid('dest is in a network that is not reachable; an administrator can allow it (SUYUAN_WEBHOOK_NETWORKS).');

interface Notification {
  readonly dest: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signatureToken: string | undefined;
  readonly allowed: readonly string[];
}

/** Sends a document to a webhook. Throws unless it is answered with 2xx. Redirections are not followed. */
export function sendToWebhook({ dest, body, headers, signatureToken, allowed }: Notification): Promise<void> {
  const url = new URL(dest);
  const bytes = Buffer.from(body);
  const address = addressOfHost(url.hostname);
  // A connection to an address looks nothing up.
  if (address !== undefined && !isReachable(address, allowed)) return Promise.reject(new UnreachableHost(url.hostname));
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: lookupReachable(allowed),
        signal: AbortSignal.timeout(patience),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': bytes.length,
          'user-agent': 'suyuan',
          ...(signatureToken === undefined ? {} : { 'gs1-signature': signatureOf(bytes, signatureToken) }),
        },
      },
      (response) => {
        const status = response.statusCode ?? 0;
        // What it answers beside the status is of no interest, and may have no end.
        response.destroy();
        if (status >= 200 && status < 300) resolve();
        else reject(new Error(`HTTP ${status}`));
      },
    );
    request.on('error', (error) =>
      reject(error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('no answer in time') : error),
    );
    request.end(bytes);
  });
}

/** HMAC-SHA-256 of the body, in hexadecimal. */
const signatureOf = (body: Uint8Array | string, token: string): string =>
  createHmac('sha256', token).update(body).digest('hex');
