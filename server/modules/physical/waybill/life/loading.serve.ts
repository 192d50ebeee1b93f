import { load, unload } from '@suyuan/contract/physical/waybill/waybill.ts';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { captureEach, type EachCode, type InputOfCode, type SentCodes } from '../../each-code.ts';
import { requireSender, requireWaybill } from '../require-waybill.ts';

/** Serves loading goods on a waybill and unloading them, code by code. */
export default function serveLoading(services: Services, shared: SharedServices): void {
  const { routes } = services;

  routes.serve(load, async (input, caller) => {
    const { id, override_reason } = input;
    const request = { call: load, input };
    const { taken, refusals } = await captureOnWaybill(services, shared, caller, id, request, (code, once) => ({
      ...doneNow(caller),
      act: 'load',
      waybillId: id,
      code,
      overrideReason: override_reason?.trim() || null,
      ...once,
    }));
    return { loaded: [...taken], refusals: [...refusals] };
  });

  routes.serve(unload, async (input, caller) => {
    const { id } = input;
    const request = { call: unload, input };
    const { taken, refusals, notPutBack } = await captureOnWaybill(
      services,
      shared,
      caller,
      id,
      request,
      (code, once) => ({
        ...doneNow(caller),
        act: 'unload',
        waybillId: id,
        codes: [code],
        placeId: null,
        ...once,
      }),
    );
    return { unloaded: [...taken], refusals: [...refusals], not_put_back: [...notPutBack] };
  });
}

/** Performs an event for each code separately, if the caller may change the waybill. */
async function captureOnWaybill(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  id: number,
  request: SentCodes,
  input: InputOfCode,
): Promise<EachCode> {
  if (!isOfEnterprise(caller.account)) {
    return captureEach(services, shared, caller, request, input, requireSender(caller, id));
  }
  const each = await captureEach(services, shared, caller, request, input);
  // For the enterprise no check is needed, and accepted codes prove that the waybill exists.
  if (each.taken.length === 0) await requireWaybill(caller, id);
  return each;
}
