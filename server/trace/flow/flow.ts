import type { FlowLink, FlowNode } from '../../../contract/plant/material-query.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { Language } from '../../platform/language.ts';

/** The records of one step (nodes), and the amounts that came to each from records of the step before (links). */
export interface FlowPart {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
}

/** What a step is given to find its records. */
export interface FlowContext {
  readonly sql: Connection;
  readonly language: Language;
  /** The work orders that the flow is about; what the same records hold for others is left out. */
  readonly orders: readonly number[];
}

/** A step of the flow of goods, declared by the module that knows it. Every declared step is drawn, listed and exported. */
export interface FlowStep {
  /** Its title is the text `materialquery.step.<key>`. */
  readonly key: string;
  readonly after: string;
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

  /** Everything downstream of `nodes`, which are records of the step `key`, step by step (depth first). */
  async from(context: FlowContext, key: string, nodes: readonly FlowNode[]): Promise<Walked> {
    const walked: Walked = { steps: [{ key, nodes: [...nodes] }], links: [] };
    if (nodes.length === 0) return walked;
    for (const step of this.#steps.filter(({ after }) => after === key)) {
      const { nodes: found, links } = await step.next(context, nodes);
      const further = await this.from(context, step.key, found);
      walked.steps.push(...further.steps.filter(({ nodes: some }) => some.length > 0));
      walked.links.push(...links, ...further.links);
    }
    return walked;
  }
}

/** The key of a record in a flow. */
export const nodeKey = (step: string, id: number): string => `${step}:${id}`;
