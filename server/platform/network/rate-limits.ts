import rateLimit from '@fastify/rate-limit';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnyDevice } from '../access/authentication.ts';
import type { Account } from '../caller.ts';
import type { Config } from '../config/config.ts';
import { Refusal } from '../refusal.ts';
import { isOwnMachine, networksOf } from './network.ts';

/** Rate limits besides those by address; each counts a call, and throws 429 if there were too many. */
export interface CallLimits {
  readonly ofAccount: (request: FastifyRequest, account: Account) => Promise<void>;
  readonly ofDevice: (request: FastifyRequest, device: AnyDevice) => Promise<void>;
  /** Calls of a network with unknown device keys. */
  readonly ofWrongKeys: (request: FastifyRequest) => Promise<void>;
}

/** The most calls a minute with unknown device keys from one network; a machine that was left with an old key makes fewer. */
const maxWrongKeys = 20;

/**
 * Limits the calls of an address (with IPv6, of each network that it is in) and of an account or device, wherever it calls
 * from. Each server counts for itself, since this protects the server's own capacity; guessing is counted in the database
 * (docs/decisions/sign-in-lock.md).
 */
export async function limitRates(app: FastifyInstance, config: Config): Promise<CallLimits> {
  if (!config.rateLimit) return { ofAccount: async () => {}, ofDevice: async () => {}, ofWrongKeys: async () => {} };
  const allowList = ({ ip }: FastifyRequest) => isOwnMachine(ip);
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', allowList, keyGenerator: smallestNetwork });
  const ofNetworks = [0, 1, 2].map((nth) =>
    app.createRateLimit({
      max: ({ ip }: FastifyRequest) => config.callsOfAddress * (networksOf(ip)[nth]?.weight ?? 1),
      allowList: ({ ip }: FastifyRequest) => isOwnMachine(ip) || networksOf(ip)[nth] === undefined,
      keyGenerator: ({ ip }: FastifyRequest) => `${networksOf(ip)[nth]?.name}`,
    }),
  );
  const ofAccount = app.createRateLimit({
    max: config.callsOfAccount,
    allowList,
    keyGenerator: ({ account }) => `account ${account?.id}`,
  });
  const ofDevice = app.createRateLimit({
    max: config.callsOfAccount,
    allowList,
    keyGenerator: ({ device }) => `device ${device?.keyId}`,
  });
  const ofWrongKeys = app.createRateLimit({
    max: maxWrongKeys,
    allowList,
    keyGenerator: (request) => `wrong keys ${smallestNetwork(request)}`,
  });
  const count = async (limit: typeof ofAccount, request: FastifyRequest) => {
    const usage = await limit(request);
    if (usage.isAllowed || !usage.isExceeded) return;
    throw new Refusal(429, ErrorCode.tooMany, { reason: 'too_many' }, { retryAfter: usage.ttlInSeconds });
  };
  // Before the session is looked up, so that invalid tokens count, too.
  app.addHook('onRequest', async (request) => {
    for (const limit of ofNetworks) await count(limit, request);
  });
  return {
    ofAccount: (request, account) => {
      request.account = account;
      return count(ofAccount, request);
    },
    ofDevice: (request, device) => {
      request.device = device;
      return count(ofDevice, request);
    },
    ofWrongKeys: (request) => count(ofWrongKeys, request),
  };
}

const smallestNetwork = ({ ip }: FastifyRequest): string => networksOf(ip)[0].name;
