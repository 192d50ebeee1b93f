import { deviceLease, deviceLeaseCodes, deviceLeaseReturn } from '@suyuan/contract/plant/device/device.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { idempotencyOf, leaseSource, onceUnderKey } from '#trace/capture/context/idempotency.ts';

import { takeHandOutLock } from '#trace/state/code-use.ts';
import { leaseCodes, leasedCodes, returnLease } from './leases.ts';

/** Serves leases of codes: machines ask for codes, download and print them, and return what they did not use. */
export default function serveLeases({ routes, system, issuance }: Services, shared: SharedServices): void {
  const { sql } = system.devices;
  routes.serveDevice(deviceLease, (wish, { device }) =>
    issuance.inTransaction(sql, async (transaction, issue) => {
      await takeHandOutLock(transaction);
      const lease = async () => {
        const answer = await leaseCodes(transaction, shared, device, wish);
        await issue({ table: 'code_lease', key: answer.lease });
        return answer;
      };
      const idempotency = idempotencyOf(deviceLease, wish);
      return onceUnderKey(transaction, { source: leaseSource(device.firstKeyId), idempotency }, lease);
    }),
  );

  routes.serveDevice(deviceLeaseReturn, async ({ lease, unused }, { device }) => {
    await sql.begin(async (transaction) => {
      await takeHandOutLock(transaction);
      await returnLease(transaction, shared, device, { lease, unused });
    });
    return { lease, unused };
  });

  routes.serveDevice(
    deviceLeaseCodes,
    async ({ lease }, { device, reply }) => {
      const codes = await leasedCodes(sql, shared, device, lease);
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(codes);
    },
    // Random digits hardly compress, and some happen to begin with the magic bytes of a compressed format.
    { compress: false },
  );
}
