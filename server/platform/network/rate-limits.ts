import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ErrorCode } from '../../../contract/call/errors.ts';
import type { AnyDevice } from '../access/devices.ts';
import type { Account } from '../caller.ts';
import type { Config } from '../config/config.ts';
import { Refusal } from '../refusal.ts';
import { isOwnMachine, networksOf } from './network.ts';

/** Counts calls beyond those of an address; each throws when there were too many. */
export interface CallLimits {
  readonly ofAccount: (request: FastifyRequest, account: Account) => Promise<void>;
  readonly ofDevice: (request: FastifyRequest, device: AnyDevice) => Promise<void>;
  /** Of a network, with keys of devices that are none. */
  readonly ofWrongKeys: (request: FastifyRequest) => Promise<void>;
}

/** Calls a minute with keys of devices that are none, of one network: more than this is no cable that was forgotten. */
const mostWrongKeys = 20;

/**
 * Limits the calls of one address (of each network that it is in, with IPv6) and those of one account or device, wherever it calls from. Each
 * server counts for itself: it is for the server's own breath, and what guessing costs is counted in the database
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
    max: mostWrongKeys,
    allowList,
    keyGenerator: (request) => `wrong keys ${smallestNetwork(request)}`,
  });
  const count = async (limit: typeof ofAccount, request: FastifyRequest) => {
    const counted = await limit(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new Refusal(429, ErrorCode.tooMany, { reason: 'too_many' }, { retryAfter: counted.ttlInSeconds });
  };
  // Before a session is looked for: tokens that are none are counted too.
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
