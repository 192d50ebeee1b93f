import { FiledLines, type FiledPackage } from './filed-packages.ts';

interface Told {
  /** The last line of the package that this line begins, if it is whole then; else 0. */
  readonly wholeUntil: (line: number) => number;
  readonly levelOf: (code: number) => number;
}

/** Lines of one package that follow one another. */
interface Run {
  readonly parent: number;
  readonly children: number[];
  readonly lines: number[];
  /** The lines that could not be read. */
  readonly unread: number[];
  /** The last line that is known to be its. */
  until: number;
}

/**
 * Gathers lines by their packages. Those that hold nothing but units, and whose lines are known to follow one another, are
 * answered as soon as they are whole: nothing has to be packed before them. All others come at the end.
 */
export class Gathering {
  readonly #told: Told;
  readonly #rest = new FiledLines();
  #run: Run | undefined;
  #parent = 0;

  constructor(told: Told) {
    this.#told = told;
  }

  /** A line that says that something lies in a package; 0 is what could not be read. Answers the package that became whole before it. */
  add(parent: number, child: number, line: number): FiledPackage | undefined {
    const isNext = parent !== this.#parent;
    const whole = isNext ? this.whole(line) : undefined;
    if (isNext) {
      this.#parent = parent;
      const until = this.#told.wholeUntil(line);
      this.#run = until === 0 ? undefined : { parent, children: [], lines: [], unread: [], until };
    } else if (this.#run && line > this.#run.until) {
      // Its code is written otherwise from here on.
      this.#run.until = this.#told.wholeUntil(line);
      if (this.#run.until === 0) this.#putOff();
    }
    if (child !== 0 && this.#told.levelOf(child) !== 1) this.#putOff();
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

  /** The package of the last lines, if it is whole where another one begins, or the file ends. */
  whole(line = Number.POSITIVE_INFINITY): FiledPackage | undefined {
    // What was taken for one package are several.
    if (this.#run && this.#run.until >= line) this.#putOff();
    const run = this.#run;
    [this.#run, this.#parent] = [undefined, 0];
    if (!run) return undefined;
    const { parent, children, lines, unread } = run;
    return { parent, children, lines, unread: unread.length };
  }

  /** All others: those of lower levels first, of a level as the file names them. */
  rest(): Generator<FiledPackage> {
    return this.#rest.packages(this.#told.levelOf);
  }

  /** What holds packages is packed after them. */
  #putOff(): void {
    if (!this.#run) return;
    const { parent, children, lines, unread } = this.#run;
    this.#run = undefined;
    children.forEach((child, at) => {
      this.#rest.add(parent, child, lines[at] as number);
    });
    for (const line of unread) this.#rest.add(parent, 0, line);
  }
}
