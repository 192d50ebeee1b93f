import { undoing } from '@suyuan/contract/handheld/act.ts';
import { isTorn } from '@suyuan/contract/inspect/task/torn.ts';
import { create, type StoreApi } from 'zustand';
import type { Given, HandheldAct, Manner, Part, Verdict } from '../acts/act.ts';
import type { LoggedScan, ScanContent } from '../sending/logged-scan.ts';
import type { ScanLog } from '../sending/scan-log.ts';
import { isDone, Progress } from '../snapshot/progress.ts';
import type { LastScan, Outcome } from './outcome.ts';
import { groundOf, type ScannedTask, type ScanState } from './scan-state.ts';

interface Scanning {
  readonly log: ScanLog;
  /** Under which its scans are kept. */
  readonly name: string;
  readonly onScan: (scan: LastScan) => void;
  /** Why a torn code waits: its person is told so. */
  readonly tornKept: string;
}

/** Doing one task: decides at once by the snapshot, keeps each scan, and takes in the answers of the server. */
export class ScanTask {
  readonly act: HandheldAct;
  readonly task: ScannedTask;
  readonly state: Pick<StoreApi<ScanState>, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly #change: (change: Partial<ScanState>) => void;
  readonly #log: ScanLog;
  readonly #name: string;
  /** Under which the codes of a scan that needs several are kept. */
  readonly #draft: string;
  readonly #onScan: (scan: LastScan) => void;
  /** Why a torn code waits. */
  readonly #tornKept: string;
  #progress: Progress;
  #given: Given = {};
  /** Scans and answers are taken in one after the other: each by what was kept before it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(act: HandheldAct, task: ScannedTask, { log, name, onScan, tornKept }: Scanning) {
    this.act = act;
    this.task = task;
    this.#log = log;
    this.#name = name;
    this.#draft = name.startsWith(act.does) ? name : `${name} ${act.does}`;
    this.#onScan = onScan;
    this.#tornKept = tornKept;
    this.#progress = new Progress(task);
    const store = create<ScanState>()(() => ({
      ...{ lines: task.head.lines, beside: 0, isRemoving: false, manners: new Set<Manner>() },
      ...{ last: undefined, scans: [], parts: [], torn: undefined, shown: undefined },
    }));
    this.state = store;
    this.#change = store.setState;
  }

  /** Takes in what was scanned before, and follows the answers. Returns a function that ends this. */
  open(): () => void {
    const stop = this.#log.follow((scans) => void this.#inTurn(async () => this.#answered(scans)));
    this.#turn = Promise.all([this.#log.ofTask(this.#name), this.#log.draftOf(this.#draft)]).then(([scans, draft]) => {
      this.#begin(scans);
      this.#change({ parts: draft.map((text) => this.#part(text)) });
    });
    return stop;
  }

  setRemoving(isRemoving: boolean): void {
    this.#change({ isRemoving });
  }

  switchManner(manner: Manner): void {
    const manners = new Set(this.state.getState().manners);
    if (!manners.delete(manner)) manners.add(manner);
    this.#change({ manners });
  }

  give(more: Given): void {
    this.#given = { ...this.#given, ...more };
  }

  scan(text: string): Promise<void> {
    return this.#inTurn(async () => {
      const { isRemoving, torn } = this.state.getState();
      // Who goes on without having searched for a torn code searches later.
      if (torn !== text) await this.#keepTorn();
      if (this.act.Torn && isTorn(text)) return this.#change({ torn: text });
      if (isRemoving) return this.#remove(text);
      return this.act.gathering ? this.#gather(text) : this.#do(text);
    });
  }

  /** Does it in spite of objections that a person may override, with a reason. */
  doAnyway(text: string, reason: string): Promise<void> {
    return this.#inTurn(async () => {
      const goods = this.task.find(text)?.goods;
      await this.#keep({ act: this.act.does, code: text, reason }, text, goods ? { verdict: 'good', goods } : unknown);
    });
  }

  /** Takes the last code back: of what is being gathered, else of what was done. */
  undo(): Promise<void> {
    return this.#inTurn(async () => {
      const { parts } = this.state.getState();
      const last = this.#lastDone();
      if (parts.length > 0) await this.#keepParts(parts.slice(0, -1), parts.at(-1)?.text ?? '', { verdict: 'removed' });
      else if (last && this.act.undoes) {
        const { code } = last.content;
        await this.#keep({ act: this.act.undoes, code }, code, { verdict: 'removed' });
      }
    });
  }

  dropParts(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#log.keepDraft(this.#draft, []);
      this.#change({ parts: [], last: undefined });
    });
  }

  /** Keeps the torn code, to be settled once somebody knows what it is. */
  keepTorn(): Promise<void> {
    return this.#inTurn(() => this.#keepTorn());
  }

  /** Somebody knows what the torn code is. */
  tornIs(code: string): Promise<void> {
    this.#change({ torn: undefined });
    return this.scan(code);
  }

  /** Keeps what was gathered, although it is not complete. */
  endParts(): Promise<void> {
    return this.#inTurn(async () => {
      const { parts } = this.state.getState();
      if (parts.length > 0) await this.#complete(parts, parts.at(-1) as Part);
    });
  }

  get #ground() {
    return groundOf(this.task, this.state.getState().manners);
  }

  #part(text: string): Part {
    return { text, found: this.task.find(text) };
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #keepTorn(): Promise<void> {
    const { torn } = this.state.getState();
    if (torn === undefined) return;
    this.#change({ torn: undefined });
    await this.#keep({ act: this.act.does, code: torn }, torn, { verdict: 'kept' }, this.#tornKept);
  }

  async #do(text: string): Promise<void> {
    const outcome = this.#judged(text);
    // What the snapshot does not know may have come since: the server decides.
    if (outcome.verdict === 'good' || outcome.verdict === 'unknown' || outcome.verdict === 'kept')
      await this.#keep({ act: this.act.does, code: text }, text, outcome);
    else {
      if (outcome.verdict === 'repeated') this.#change({ shown: this.#before(text)?.no });
      this.#tell({ text, outcome });
    }
  }

  /** The last time that this was scanned here. */
  #before(text: string): LoggedScan | undefined {
    const { scans } = this.state.getState();
    return scans.findLast(({ state, content: { code } }) => state !== 'refused' && code === text);
  }

  #judged(text: string): Verdict {
    const found = this.task.find(text);
    const { manners } = this.state.getState();
    // What is not known here was scanned here nevertheless.
    const isRepeated = !found && this.#progress.done.has(text) && manners.size === 0;
    const before = isRepeated && this.#before(text);
    if (isRepeated && !(before && this.act.isAnother?.(before, this.#given, Date.now())))
      return { verdict: 'repeated' };
    return this.act.judge(found, this.#progress, this.#ground);
  }

  async #gather(text: string): Promise<void> {
    const { parts } = this.state.getState();
    const next = this.#part(text);
    const outcome = this.act.gathering?.judge(parts, next, this.#ground) ?? unknown;
    if (outcome.verdict !== 'good' && outcome.verdict !== 'unknown') return this.#tell({ text, outcome });
    const more = [...parts, next];
    if (this.act.gathering?.isComplete(more, this.#ground)) await this.#complete(more, next);
    else await this.#keepParts(more, text, { ...outcome, isPart: true });
  }

  async #keepParts(parts: readonly Part[], text: string, outcome: Outcome): Promise<void> {
    await this.#log.keepDraft(
      this.#draft,
      parts.map((one) => one.text),
    );
    this.#change({ parts });
    this.#tell({ text, outcome });
  }

  async #complete(parts: readonly Part[], { text, found }: Part): Promise<void> {
    const content = this.act.gathering?.contentOf(parts, this.#ground);
    if (!content) return;
    const outcome = found ? ({ verdict: 'good', goods: found.goods } as const) : unknown;
    await this.#keep({ act: this.act.does, ...content }, text, outcome);
    this.#change({ parts: [] });
  }

  async #remove(text: string): Promise<void> {
    const found = this.task.find(text);
    if (this.act.undoes && (!found || isDone(found, this.#progress)))
      await this.#keep({ act: this.act.undoes, code: text }, text, { verdict: 'removed' });
    else this.#tell({ text, outcome: { verdict: 'not_on_it' } });
  }

  async #keep(content: ScanContent, text: string, outcome: Outcome, refusal?: string): Promise<void> {
    const { head } = this.task;
    const isUndoing = undoing.has(content.act);
    const manners = isUndoing ? [] : [...this.state.getState().manners];
    const scan = await this.#log.add(
      this.#name,
      {
        ...(head.id !== undefined && { document_id: head.id }),
        ...Object.fromEntries(manners.map((manner) => [manner, true])),
        ...Object.fromEntries(Object.entries(this.#given).filter(([, value]) => value !== undefined)),
        ...content,
      },
      { draft: this.#draft, ...(refusal !== undefined && { refusal }) },
    );
    if (this.act.isNoted) this.#given = { ...this.#given, reason: undefined };
    this.#progress.add(scan);
    this.#change({ scans: [...this.state.getState().scans, scan], shown: scan.no, ...this.#counted() });
    this.#tell({ text, outcome });
  }

  #counted(): Pick<ScanState, 'lines' | 'beside'> {
    return { lines: this.#progress.lines, beside: this.#progress.beside };
  }

  /** The last code that was done and not taken back since. */
  #lastDone(): LoggedScan | undefined {
    const { scans } = this.state.getState();
    return scans.findLast(({ state, content: { act, code } }) => {
      const key = this.task.find(code)?.key ?? code;
      return act === this.act.does && state !== 'refused' && this.#progress.done.has(key);
    });
  }

  #answered(answers: readonly LoggedScan[]): void {
    const own = new Map(answers.filter(({ task }) => task === this.#name).map((scan) => [scan.no, scan]));
    if (own.size === 0) return;
    this.#begin(this.state.getState().scans.map((scan) => own.get(scan.no) ?? scan));
    for (const { state, content, answer } of own.values()) {
      const message = answer?.refusals?.[0]?.message;
      const outcome = answer?.outcome;
      const inspection = answer?.inspection;
      if (inspection) this.#tell({ text: content.code, outcome: { verdict: 'inspected', inspection } });
      else if (state === 'refused' && message)
        this.#tell({ text: content.code, outcome: { verdict: 'refused', message } });
      else if (outcome) this.#tell({ text: content.code, outcome: { verdict: 'difference', outcome } });
    }
  }

  #begin(scans: readonly LoggedScan[]): void {
    this.#progress = new Progress(this.task, scans);
    this.#change({ scans, ...this.#counted() });
  }

  #tell(last: LastScan): void {
    this.#change({ last });
    this.#onScan(last);
  }
}

const unknown = { verdict: 'unknown' } as const;
