import type { FlowLink, FlowNode } from '@suyuan/contract/plant/material/material-query.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Language } from '#platform/language.ts';

/** The records of one step (nodes), and the amounts that came to each from records of the step before (links). */
export interface FlowPart {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
}

/** What a step is given to find its records. */
export interface FlowContext {
  readonly sql: Connection;
  /** The database of the caller, which shows no rows of others. */
  readonly db: Kysely<Schema>;
  readonly language: Language;
  /** The work orders that the flow is about; what the same records hold for others is left out. */
  readonly orders: readonly number[];
}

/** A step of the flow of goods, declared by the module that knows it. Every declared step is drawn, listed and exported. */
interface FlowStep {
  /** Its title is the text `materialquery.step.<key>`. */
  readonly key: string;
  /** The steps whose records it begins from. */
  readonly after: readonly string[];
  readonly next: (context: FlowContext, from: readonly FlowNode[]) => Promise<FlowPart>;
}

interface Walked {
  readonly steps: { readonly key: string; readonly nodes: FlowNode[] }[];
  readonly links: FlowLink[];
}

/** Forward traceability: the steps that modules have declared, and walking them. */
export class Flow {
  readonly #steps: FlowStep[] = [];

  add(step: FlowStep): void {
    this.#steps.push(step);
  }

  /** Everything downstream of `nodes`, which are records of the step `key`: each step after all those that it begins from. */
  async from(context: FlowContext, key: string, nodes: readonly FlowNode[]): Promise<Walked> {
    const steps = [{ key, nodes: [...nodes] }];
    const links: FlowLink[] = [];
    let rest: readonly FlowStep[] = this.#steps;
    for (;;) {
      const keys = new Set(rest.map((step) => step.key));
      const step = rest.find(({ after }) => after.every((before) => !keys.has(before)));
      if (!step) return { steps, links };
      rest = rest.filter((one) => one !== step);
      const from = steps.filter((one) => step.after.includes(one.key)).flatMap((one) => one.nodes);
      if (from.length === 0) continue;
      const part = await step.next(context, from);
      if (part.nodes.length > 0) steps.push({ key: step.key, nodes: [...part.nodes] });
      links.push(...part.links);
    }
  }
}

/** The key of a record in a flow. */
export const nodeKey = (step: string, id: number): string => `${step}:${id}`;

/** The use of a material lot by a work order, after corrections. */
export interface MaterialUse {
  readonly work_order_id: number;
  readonly material_id: number;
  readonly material_name: string;
  readonly material_lot: string;
  readonly supplier: string | null;
  readonly amount: number;
  readonly unit: string | null;
}

/** The uses that hold now, as far as the caller may see them: without those that were corrected, or corrected to nothing. */
const currentUses = (db: Kysely<Schema>) =>
  db
    .selectFrom('material_use as u')
    .innerJoin('material as m', 'm.id', 'u.material_id')
    .select([
      'u.work_order_id',
      'u.material_id',
      'm.material_name',
      'u.material_lot',
      'u.supplier',
      'u.amount',
      'u.unit',
    ])
    .where('u.amount', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('material_use as later').select('later.id').whereRef('later.corrects', '=', 'u.id'))),
    )
    .orderBy('u.id');

export const usesOfLot = (db: Kysely<Schema>, lot: string, material: number | undefined): Promise<MaterialUse[]> =>
  currentUses(db)
    .where((eb) => eb(eb.fn('lower', ['u.material_lot']), '=', lot.trim().toLowerCase()))
    .$if(material !== undefined, (rows) => rows.where('u.material_id', '=', material as number))
    .execute();

export const usesOfOrders = async (db: Kysely<Schema>, orders: readonly number[]): Promise<MaterialUse[]> =>
  orders.length === 0 ? [] : currentUses(db).where('u.work_order_id', 'in', orders).execute();
