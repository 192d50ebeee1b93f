import { FiledLines, type FiledPackage } from './filed-packages.ts';

interface Told {
  /** Whether the package that this line begins is whole when another one begins. */
  readonly isWholeFrom: (line: number) => boolean;
  readonly levelOf: (code: number) => number;
}

/** Lines of one package that follow one another. */
interface Run {
  readonly parent: number;
  readonly children: number[];
  readonly lines: number[];
  /** The lines that could not be read. */
  readonly unread: number[];
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
    const whole = parent === this.#parent ? undefined : this.whole();
    if (parent !== this.#parent) {
      this.#parent = parent;
      this.#run = this.#told.isWholeFrom(line) ? { parent, children: [], lines: [], unread: [] } : undefined;
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

  /** The package of the last lines, if it is whole. */
  whole(): FiledPackage | undefined {
    const run = this.#run;
    [this.#run, this.#parent] = [undefined, 0];
    return run && { ...run, unread: run.unread.length };
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
