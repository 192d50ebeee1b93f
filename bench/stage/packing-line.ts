import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from './stage.ts';

// A work order with three packaging levels, codes for it, and files of packages with their contents.

export const perCase = 24;
const casesPerPallet = 40;
/** Orders of codes are whole pallets. */
export const perPallet = perCase * casesPerPallet;

export interface Rules {
  readonly unit: number;
  readonly box: number;
  readonly pallet: number;
}

interface Prepared {
  readonly id: number;
  readonly product_id: number;
  readonly warehouse_id: number;
  readonly rules: Rules;
}

/** Prepares a running work order with 24 units in a case and 40 cases on a pallet. */
export async function prepare(stage: Stage): Promise<Prepared> {
  const add = async (path: string, input: object) => (await stage.call<{ id: number }>(path, input)).id;
  const unit = (unit_code: string, level: number) =>
    add('/api/base/packagingunits/add', { unit_code, level, symbol_zh: unit_code });
  const levels = [
    { unit_id: await unit('bottle', 1), quantity: 1 },
    { unit_id: await unit('case', 3), quantity: perCase },
    { unit_id: await unit('pallet', 4), quantity: casesPerPallet },
  ];
  const hierarchy_id = await add('/api/base/hierarchies/add', { hierarchy_code: 'H', hierarchy_name: 'H', levels });
  const product_id = await add('/api/base/products/add', { product_code: 'P', product_name: 'P', hierarchy_id });
  const to_warehouse_id = await add('/api/base/warehouses/add', {
    warehouse_code: 'W',
    warehouse_name: 'W',
    warehouse_type: 'finished',
  });
  const rule = (level: number) =>
    add('/api/tagging/coderules/add', {
      rule_name: `level ${level}`,
      level,
      prefix: `${level}`,
      alphabet: 'digits',
      body_length: 15,
      check: 'none',
      carrier: 'plain',
    });
  const rules = { unit: await rule(1), box: await rule(3), pallet: await rule(4) };
  const order = { product_id, quantity: 100_000_000, lot: 'L1', production_date: '2026-01-31', to_warehouse_id };
  const id = await add('/api/plant/workorders/add', order);
  await stage.call('/api/plant/workorders/release', { id });
  await stage.call('/api/plant/workorders/start', { id });
  return { id, product_id, warehouse_id: to_warehouse_id, rules };
}

export interface Codes {
  readonly units: string[];
  readonly boxes: string[];
  readonly pallets: string[];
}

export const codesOf = async (stage: Stage, rules: Rules, units: number): Promise<Codes> => ({
  units: await issue(stage, rules.unit, units),
  boxes: await issue(stage, rules.box, units / perCase),
  pallets: await issue(stage, rules.pallet, units / perPallet),
});

export async function issue(stage: Stage, rule_id: number, quantity: number, product_id?: number): Promise<string[]> {
  const { id } = await stage.call<{ id: number }>('/api/tagging/orders/add', { rule_id, quantity, product_id });
  return (await new Response(await stage.download(id)).text()).trimEnd().split('\n');
}

/** A file of parents and children; without pallets only of units in cases. */
export function fileOf({ units, boxes, pallets }: Codes): { readonly content: Blob; readonly lines: number } {
  const lines = [
    ...units.map((unit, at) => `${boxes[Math.floor(at / perCase)]},${unit}\n`),
    ...(pallets.length === 0 ? [] : boxes.map((box, at) => `${pallets[Math.floor(at / casesPerPallet)]},${box}\n`)),
  ];
  return { content: new Blob([lines.join('')]), lines: lines.length };
}

/** Uploads a packing file and waits for its job; throws unless everything was accepted. */
export async function packFile(
  stage: Stage,
  order: number,
  { content, lines }: ReturnType<typeof fileOf>,
): Promise<void> {
  await workFile(stage, `/api/plant/relevance/upload?work_order_id=${order}`, { content, lines });
}

/** Uploads a file and waits for its job; throws unless everything was accepted. */
export async function workFile(
  stage: Stage,
  path: string,
  { content, lines }: { readonly content: Blob; readonly lines: number },
): Promise<void> {
  const form = new FormData();
  form.append('file', content, 'codes.txt');
  const sent = await fetch(stage.url + path, { method: 'POST', headers: stage.headers, body: form });
  const { data } = (await sent.json()) as { data: { job: string } };
  for (;;) {
    const task = await stage.get<{ state: string; accepted: number }>(
      `/api/plant/taskmanagement/detail?job=${data.job}`,
    );
    if (task.state === 'done' && task.accepted === lines) return;
    if (!['waiting', 'running'].includes(task.state)) throw new Error(`the file ended: ${JSON.stringify(task)}`);
    await pause(20);
  }
}
