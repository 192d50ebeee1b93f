import type { EventType } from '@suyuan/contract/trace/events.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Life } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import {
  type EventBefore,
  type ExceptionKind,
  eventsBefore,
  namesOf,
  overproduction,
  printedTwice,
  type RaisedException,
  repeatedCode,
  type Saying,
  type Side,
  seenAfterDestroyed,
  twoOrders,
  wrongProduct,
} from '../exceptions/exception-kind.ts';
import type { Exceptions } from '../exceptions/exceptions.ts';
import { productNames } from '../goods.ts';
import type { CodeRecord, EventRef } from '../state/code-record.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Outcome } from './context/capture-context.ts';
import type { EventInput, UnattendedEvent } from './context/event-input.ts';
import { printedBefore } from './context/labels-at-hand.ts';
import type { Refused } from './context/refused.ts';

/** A code that does not fit an event, and the earlier event that it conflicts with. */
interface Concerned {
  readonly code: number;
  readonly cause: RefusalReason | 'printed_elsewhere';
  readonly before: Pick<EventRef, 'id'> | undefined;
  /** The package that it was in. */
  readonly parent: number | null;
  /** The product of the code, if that is what does not fit. */
  readonly productId?: number | undefined;
  /** How the limit of the work order would be exceeded, if that is what does not fit. */
  readonly excess?: string | undefined;
}

/** The codes of one event that do not fit, for one kind of exception. */
interface Found {
  readonly kind: ExceptionKind;
  readonly input: UnattendedEvent;
  readonly concerned: readonly Concerned[];
}

type Texts = (sql: Connection, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** How many earlier events one exception lists. */
const maxBefore = 5;

/**
 * Collects what does not fit in a group of events while they are carried out, and raises exceptions in their transaction. Only for
 * unattended events: a person at a desk sees the refusal at once.
 */
export class ExceptionCollector {
  readonly #found: Found[] = [];
  /** Printings, with their events; without one if it was refused: the labels were printed nevertheless. */
  readonly #printed: { readonly input: Found['input']; readonly event: EventRef | undefined }[] = [];

  /** Notes what became of an event; `ledger` is as the event found it if it was refused. */
  note(ledger: Ledger, input: UnattendedEvent, outcome: Outcome): void {
    const isTaken = 'event' in outcome;
    if (input.act === 'print' && !(isTaken && outcome.known))
      this.#printed.push({ input, event: isTaken ? outcome.event : undefined });
    if (!isTaken) this.#noteRefused(ledger, input, outcome.refused);
  }

  #noteRefused(ledger: Ledger, input: UnattendedEvent, refused: readonly Refused[]): void {
    const keys = new Set<string>();
    const all = refused
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .flatMap((one) => {
        const record = ledger.get(one.code);
        const kind = record && kindOf(input, one, record);
        // A code may be refused for several reasons that lead to the same kind of exception.
        if (!kind || keys.has(`${kind.name} ${one.code}`)) return [];
        keys.add(`${kind.name} ${one.code}`);
        const before = record.packedBy ?? record.namedBy ?? undefined;
        const { parent } = record;
        const concerned = { code: one.code, cause: one.reason, before, parent, productId: productOf(one) };
        return [{ kind, concerned: { ...concerned, excess: excessOf(one) } }];
      });
    for (const [kind, own] of Map.groupBy(all, (one) => one.kind)) {
      this.#found.push({ kind, input, concerned: own.map(({ concerned }) => concerned) });
    }
  }

  /** Raises the exceptions, in the transaction of the events, after these are written. */
  async raise(sql: Connection, exceptions: Exceptions, texts: Texts): Promise<void> {
    const findings = [...this.#found, ...(await this.#printedTwice(sql))];
    if (findings.length === 0) return;
    const before = await eventsBefore(sql, idsOf(findings));
    const apart = findings.flatMap((one) => {
      const concerned = one.concerned.filter(({ before: ref }) => !isSameSource(one, before.get(ref?.id ?? 0)));
      return concerned.length > 0 ? [{ ...one, concerned }] : [];
    });
    const [words, products] = await Promise.all([
      texts(sql, [...new Set(apart.flatMap(codesOf))]),
      productNames(sql, [
        ...new Set(apart.flatMap((one) => one.concerned.flatMap(({ productId }) => productId ?? []))),
      ]),
    ]);
    const names = new Map<string, Promise<Awaited<ReturnType<typeof namesOf>>>>();
    const named = (saying: Saying) => names.getOrInsertComputed(JSON.stringify(saying), () => namesOf(sql, saying));
    for (const [kind, own] of Map.groupBy(apart, (one) => one.kind)) {
      const reported: RaisedException[] = [];
      for (const one of own) reported.push(exceptionOf(one, await named(sayingOf(one)), before, { words, products }));
      await exceptions.raise(sql, kind, reported);
    }
  }

  async #printedTwice(sql: Connection): Promise<Found[]> {
    const findings: Found[] = [];
    for (const { input, event } of this.#printed) {
      const { deviceKeyId } = input.by;
      if (deviceKeyId === null || input.act !== 'print') continue;
      const codes = await printedBefore(sql, input.codes, { eventId: event?.id ?? 0, deviceKeyId });
      const concerned = codes.map(({ code, before }) => ({
        code,
        cause: 'printed_elsewhere' as const,
        before,
        parent: null,
      }));
      if (concerned.length > 0) findings.push({ kind: printedTwice, input, concerned });
    }
    return findings;
  }
}

const workOrderOf = (input: EventInput): number | null => ('workOrderId' in input ? input.workOrderId : null);
const parentOf = (input: EventInput): number | null => (input.act === 'pack' ? input.parent : null);

/** Codes that are on no goods any more, whoever used them up. */
const usedUp: ReadonlySet<Life> = new Set(['sampled', 'inactive', 'destroyed']);

/** The kind of exception for a refusal; undefined where there is nothing for a person to find out. */
function kindOf(input: EventInput, { reason }: Refused, record: CodeRecord): ExceptionKind | undefined {
  switch (reason) {
    case 'packed_elsewhere':
    case 'commissioned_already':
    case 'not_here':
    case 'foreign_code': {
      if (input.act !== 'pack' && input.act !== 'bind') return undefined;
      if (usedUp.has(record.life)) return seenAfterDestroyed;
      // Already packed into the same parent: the packing was merely reported twice.
      if (record.parent !== null && record.parent === parentOf(input)) return undefined;
      return record.workOrderId === workOrderOf(input) ? repeatedCode : twoOrders;
    }
    case 'leased_elsewhere':
      return twoOrders;
    case 'beyond_plan':
      return overproduction;
    case 'wrong_product':
      return wrongProduct;
    case 'destroyed':
    case 'sampled':
    case 'inactive':
      return seenAfterDestroyed;
    default:
      return undefined;
  }
}

/** Orders several reasons for one code: those that name what it collides with come first. */
const rankOf = ({ reason }: Refused): number => {
  if (reason === 'packed_elsewhere') return 0;
  return reason === 'commissioned_already' ? 1 : 2;
};

/** Whether a repeated code was reported before by the same device or file, which is no exception. */
function isSameSource({ kind, input }: Found, before: EventBefore | undefined): boolean {
  if (kind !== repeatedCode || !before) return false;
  const { deviceKeyId } = input.by;
  return deviceKeyId === null
    ? input.jobId !== undefined && before.job_id === input.jobId
    : before.device_key_id === deviceKeyId;
}

const productOf = ({ conflict }: Refused): number | undefined =>
  typeof conflict === 'object' && conflict && 'productId' in conflict ? conflict.productId : undefined;

const excessOf = ({ reason, conflict }: Refused): string | undefined =>
  reason === 'beyond_plan' && typeof conflict === 'string' ? conflict : undefined;

const idsOf = (findings: readonly Found[]): number[] => [
  ...new Set(findings.flatMap(({ concerned }) => concerned.flatMap(({ before }) => before?.id ?? []))),
];

const codesOf = ({ input, concerned }: Found): number[] => [
  ...concerned.flatMap(({ code, parent }) => (parent === null ? [code] : [code, parent])),
  ...(parentOf(input) === null ? [] : [parentOf(input) as number]),
];

const sayingOf = ({ input }: Found): Saying => ({ workOrderId: workOrderOf(input), ...input.by });

function exceptionOf(
  { kind, input, concerned }: Found,
  names: Awaited<ReturnType<typeof namesOf>>,
  before: ReadonlyMap<number, EventBefore>,
  { words, products }: Record<'words' | 'products', ReadonlyMap<number, string>>,
): RaisedException {
  const textOf = (code: number | null): string | null => (code === null ? null : (words.get(code) ?? null));
  const [first] = concerned as [Concerned, ...Concerned[]];
  const { origin, raw } = input.unattended;
  const now: Side = {
    role: 'now',
    act: eventTypeOf(input),
    at: new Date(input.at).toISOString(),
    work_order_id: workOrderOf(input),
    ...names,
    account_id: input.by.accountId,
    device_key_id: input.by.deviceKeyId,
    file: origin.source === 'file' ? origin.name : null,
    package: textOf(parentOf(input)),
  };
  return {
    about: aboutOf(kind, input, first.code),
    cause: first.cause,
    origin,
    raw,
    codes: concerned.map(({ code }) => textOf(code) ?? ''),
    workOrderId: workOrderOf(input),
    refusals: concerned.flatMap(({ code, cause, parent, productId, excess }) => {
      if (cause === 'printed_elsewhere') return [];
      const conflict = excess ?? (cause === 'wrong_product' ? products.get(productId ?? 0) : textOf(parent));
      return [{ code: textOf(code) ?? '', reason: cause, conflict: conflict ?? null }];
    }),
    sides: [now, ...sidesBefore(concerned, before, textOf)],
  };
}

/**
 * The key by which exceptions are merged. All refusals of one kind in a file are one exception: the details are in its refusal
 * file.
 */
const aboutOf = (kind: ExceptionKind, input: Found['input'], code: number): string => {
  const { origin } = input.unattended;
  if (origin.source === 'file') return `file job:${input.jobId} ${kind.name}`;
  // What goes on beyond the plan is one exception, however many events it takes.
  if (kind === overproduction) return `${origin.source} ${origin.deviceKeyId} ${kind.name} ${workOrderOf(input)}`;
  return `${origin.source} ${origin.deviceKeyId} ${input.act} ${parentOf(input) ?? ''} ${code}`;
};

function sidesBefore(
  concerned: readonly Concerned[],
  before: ReadonlyMap<number, EventBefore>,
  textOf: (code: number | null) => string | null,
): Side[] {
  const sides = new Map<string, Side>();
  for (const { before: ref, parent } of concerned) {
    const event = before.get(ref?.id ?? 0);
    if (!event || sides.size === maxBefore) continue;
    const { id, job_id: _, ...side } = event;
    sides.set(`${id} ${parent}`, { role: 'before', ...side, package: textOf(parent) });
  }
  return [...sides.values()];
}

function eventTypeOf(input: EventInput): EventType {
  const { act: eventType } = input;
  if (eventType === 'repack') return 'pack';
  if (eventType === 'reprint') return 'print';
  if (eventType === 'exchange') return 'ship';
  if (eventType === 'unmark' || eventType === 'untravel') return input.did;
  return eventType === 'retract' ? 'unpack' : eventType;
}
