import type { Call, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import type { Goods, Made } from '../goods/goods.ts';
import type { TestDevice } from '../goods/line.ts';
import type { TestServer } from '../harness/server.ts';

/** A refusal that is brought about, and the way that its text advises. */
export interface Walk {
  /** Does what is refused; resolves to the reasons, none if it is taken. */
  readonly refused: () => Promise<readonly string[]>;
  /** Goes the way out; rejects if anything on it is refused. */
  readonly out: () => Promise<unknown>;
}

/** The world that walks go through: a warehouse, a dealer, codes and goods. */
export interface World {
  readonly server: TestServer;
  readonly goods: Goods;
  readonly from: number;
  readonly dealerId: number;
  readonly steps: Steps;
}

/** What is called on the way, and by what. */
export class Steps {
  readonly #server: TestServer;
  readonly called = new Set<string>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Makes a call; resolves to the reasons for which it is refused, whether as a whole or code by code. */
  async refused<C extends Call>(call: C, input: InputOf<C>, token = this.#server.admin): Promise<string[]> {
    const { status, envelope } = await this.#server.call(call, input, { token });
    const { data } = envelope as { data: { refusals?: EventRefusal[] } | null };
    const reasons = (data?.refusals ?? []).map(({ reason }) => reason);
    if (status !== 200 && reasons.length === 0) throw new Error(`${call.path}: ${JSON.stringify(envelope)}`);
    return reasons;
  }

  /** Makes a call that has to be taken. */
  async done<C extends Call>(call: C, input: InputOf<C>, token = this.#server.admin): Promise<OutputOf<C>> {
    this.called.add(call.path);
    const answer = (await this.#server.data(call, input, { token })) as { refusals?: EventRefusal[] } & OutputOf<C>;
    if (answer?.refusals?.length) throw new Error(`${call.path}: ${JSON.stringify(answer.refusals)}`);
    return answer;
  }

  /** The same for a device; `results` of a batch have to be taken, too. */
  async doneBy<C extends Call>(device: TestDevice, call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    this.called.add(call.path);
    const answer = await device.data(call, input);
    const reasons = reasonsIn(answer);
    if (reasons.length > 0) throw new Error(`${call.path}: ${reasons.join()}`);
    return answer;
  }

  async refusedBy<C extends Call>(device: TestDevice, call: C, input: InputOf<C>): Promise<string[]> {
    return reasonsIn(await device.data(call, input));
  }
}

interface EventAnswer {
  readonly refusals?: readonly EventRefusal[];
  readonly results?: readonly { readonly result: string; readonly refusals?: readonly EventRefusal[] }[];
}

function reasonsIn(answer: unknown): string[] {
  const { refusals = [], results = [] } = (answer ?? {}) as EventAnswer;
  return [...refusals, ...results.flatMap((one) => one.refusals ?? [])].map(({ reason }) => reason);
}

/** Codes that nobody has used, and a work order that runs. */
export async function atDesk({ goods, from }: World, order: Parameters<Goods['made']>[1] = {}) {
  const made: Made = await goods.made(from, order);
  const [units, boxes, [pallet]] = [await goods.codes(1, 6), await goods.codes(3, 3), await goods.codes(4, 1)];
  return {
    made,
    work_order_id: made.workOrderId,
    units,
    boxes: boxes as [string, string, string],
    pallet: pallet as string,
  };
}
