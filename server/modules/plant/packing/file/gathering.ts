import { FiledLines, type FiledPackage } from './filed-packages.ts';

interface LineReport {
  /** The last line of the package that begins on this line, if its lines are consecutive; else 0. */
  readonly wholeUntil: (line: number) => number;
  readonly levelOf: (code: number) => number;
}

/** Consecutive lines of one package. */
interface Run {
  readonly parent: number;
  readonly children: number[];
  readonly lines: number[];
  /** The lines whose child could not be read. */
  readonly unread: number[];
  /** The last line that is known to belong to it. */
  until: number;
}

/**
 * Gathers lines into packages. A package of units only, whose lines are known to be consecutive, is returned as soon as it is
 * complete, since nothing has to be packed before it. All others come at the end, from `rest`.
 */
export class Gathering {
  readonly #report: LineReport;
  readonly #rest = new FiledLines();
  #run: Run | undefined;
  #parent = 0;

  constructor(report: LineReport) {
    this.#report = report;
  }

  /**
   * Adds a line: `child` lies in `parent`; 0 is a child that could not be read. Returns the package that was complete before
   * it.
   */
  add(parent: number, child: number, line: number): FiledPackage | undefined {
    const isNext = parent !== this.#parent;
    const whole = isNext ? this.whole(line) : undefined;
    if (isNext) {
      this.#parent = parent;
      const until = this.#report.wholeUntil(line);
      this.#run = until === 0 ? undefined : { parent, children: [], lines: [], unread: [], until };
    } else if (this.#run && line > this.#run.until) {
      // The same code is spelled differently from here on, which `PackageOrder` took for another package.
      this.#run.until = this.#report.wholeUntil(line);
      if (this.#run.until === 0) this.#defer();
    }
    if (child !== 0 && this.#report.levelOf(child) !== 1) this.#defer();
    if (!this.#run) {
      this.#rest.add(parent, child, line);
    } else if (child === 0) {
      this.#run.unread.push(line);
    } else {
      this.#run.children.push(child);
      this.#run.lines.push(line);
    }
    return whole;
  }

  /** The package of the last lines, if it is complete when another one begins on `line`, or the file ends. */
  whole(line = Number.POSITIVE_INFINITY): FiledPackage | undefined {
    // `PackageOrder` took several packages for one.
    if (this.#run && this.#run.until >= line) this.#defer();
    const run = this.#run;
    [this.#run, this.#parent] = [undefined, 0];
    if (!run) return undefined;
    const { parent, children, lines, unread } = run;
    return { parent, children, lines, unread: unread.length };
  }

  /** All other packages, lower levels first, and in the order of the file within a level. */
  rest(): Generator<FiledPackage> {
    return this.#rest.packages(this.#report.levelOf);
  }

  /** Defers the current package to `rest`: it holds packages, which are packed first, or is not known to be complete. */
  #defer(): void {
    if (!this.#run) return;
    const { parent, children, lines, unread } = this.#run;
    this.#run = undefined;
    children.forEach((child, at) => {
      this.#rest.add(parent, child, lines[at] as number);
    });
    for (const line of unread) this.#rest.add(parent, 0, line);
  }
}
