import type { FlowLink, FlowNode } from '../../../contract/plant/material-query.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { Language } from '../../platform/language.ts';

/** Records of one step, and what came to each from those of the step before. */
export interface FlowPart {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
}

/** What a step is asked with. */
export interface FlowContext {
  readonly sql: Connection;
  readonly language: Language;
  /** The work orders that the flow is of: of what else the same records hold nothing is told. */
  readonly orders: readonly number[];
}

/** Where goods go after another step. Whoever knows declares it; it is drawn, told and exported from then on. */
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

/** The way of goods from one step to the next. */
export class Flow {
  readonly #steps: FlowStep[] = [];

  add(step: FlowStep): void {
    this.#steps.push(step);
  }

  /** All that follows from the records of a step, in the order in which goods pass the steps. */
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

/** Names a record in a flow. */
export const nodeKey = (step: string, id: number): string => `${step}:${id}`;
