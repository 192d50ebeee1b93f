import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ErrorCode } from '../../../contract/errors.ts';
import type { Account } from '../caller.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../refusal.ts';

/** Counts a call of an account; throws when there were too many. */
export type AccountLimit = (request: FastifyRequest, account: Account) => Promise<void>;

/** This machine's own addresses: those of a proxy that nobody told of, and of tests. */
const ourselves = ['127.0.0.1', '::1'];

/**
 * Limits the calls of one address (of one network with IPv6) and those of one account, wherever it calls from. Each
 * server counts for itself: it is for the server's own breath, and what guessing costs is counted in the database
 * (docs/decisions/sign-in-lock.md).
 */
export async function limitRates(app: FastifyInstance, config: Config): Promise<AccountLimit> {
  if (!config.rateLimit) return async () => {};
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', allowList: ourselves });
  const ofAddress = app.createRateLimit({ max: config.callsOfAddress });
  const ofAccount = app.createRateLimit({
    max: config.callsOfAccount,
    allowList: ({ ip }) => ourselves.includes(ip),
    keyGenerator: ({ account }) => `account ${account?.id}`,
  });
  const count = async (limit: typeof ofAddress, request: FastifyRequest) => {
    const counted = await limit(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new Refusal(429, ErrorCode.tooMany, { reason: 'too_many' }, { retryAfter: counted.ttlInSeconds });
  };
  // Before a session is looked for: tokens that are none are counted too.
  app.addHook('onRequest', (request) => count(ofAddress, request));
  return (request, account) => {
    request.account = account;
    return count(ofAccount, request);
  };
}
