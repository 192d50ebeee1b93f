import type { Element, Fault } from './gs1/elements.ts';
import { contradictionsIn, lackingIn } from './gs1/elements.ts';
import { amountsIn, daysIn, type StatedAmount, type StatedDay } from './statements.ts';
import { separators, withoutMarks } from './tidied.ts';

/** How a text is written; docs/codes-read.md has an example of each. */
export const notations = [
  'code',
  'page',
  'barcode',
  'element-string',
  'brackets',
  'digital-link',
  'compressed-link',
  'epc-uri',
] as const;
export type Notation = (typeof notations)[number];

interface Parts {
  readonly notation: Notation;
  readonly from: number;
  readonly to: number;
  readonly elements?: readonly Element[];
  readonly faults?: readonly Fault[];
  /** What the text may be as a code without elements. */
  readonly plain?: readonly string[];
}

const bareCode = /^[0-9A-Za-z]{1,64}$/;

/** All that a text says. */
export class CarrierReading {
  readonly notation: Notation;
  /** Where in the text it stands. */
  readonly from: number;
  readonly to: number;
  /** AIs and values in their order. */
  readonly elements: readonly Element[];
  /** What was not understood, or contradicts the rest. A text with faults names no code. */
  readonly faults: readonly Fault[];
  /** The codes that its elements name: the serial number of a trade item, then the SSCC of a logistic unit. */
  readonly named: readonly string[];
  /** What it may be as a code without elements. */
  readonly plain: readonly string[];

  constructor({ notation, from, to, elements = [], faults = [], plain = [] }: Parts) {
    this.notation = notation;
    this.from = from;
    this.to = to;
    this.elements = elements;
    this.faults = elements.length > 1 ? [...faults, ...contradictionsIn(elements)] : faults;
    const keys = this.faults.length > 0 ? [] : [this.serial, this.sscc];
    this.named = keys.flatMap((value) => (value === null ? [] : spellings(value)));
    this.plain = plain;
  }

  /** The codes that it may stand for, most likely first; each is 1 to 64 letters and digits. */
  get codes(): string[] {
    return [...new Set([...this.named, ...this.plain])].filter((code) => bareCode.test(code));
  }

  /** The value of an AI; the first if there are several. */
  value(...ais: readonly string[]): string | null {
    for (const ai of ais) {
      const item = this.elements.find((element) => element.ai === ai);
      if (item) return item.value;
    }
    return null;
  }

  /** The GTIN of the trade item (01), in 14 digits. */
  get gtin(): string | null {
    return this.value('01') ?? this.value('8006')?.slice(0, 14) ?? null;
  }

  /** The GTIN beside a code that the text was recognised as: only if the elements name that code. */
  gtinBeside(code: string): string | undefined {
    return this.named.includes(code) ? (this.gtin ?? undefined) : undefined;
  }

  /** The GTIN of the items that a logistic unit contains (02). */
  get contentGtin(): string | null {
    return this.value('02');
  }

  get serial(): string | null {
    return this.value('21');
  }

  get sscc(): string | null {
    return this.value('00');
  }

  /** The location number of a place (414) or party (417). */
  get gln(): string | null {
    return this.value('414', '417');
  }

  get lot(): string | null {
    return this.value('10');
  }

  get days(): StatedDay[] {
    return daysIn(this.elements);
  }

  /** The day of one of these AIs, the first that there is. */
  day(...ais: readonly string[]): string | null {
    const { days } = this;
    return ais.flatMap((ai) => days.find((one) => one.ai === ai) ?? [])[0]?.day ?? null;
  }

  get amounts(): StatedAmount[] {
    return amountsIn(this.elements);
  }

  /** AIs that need another one, which may be on another symbol of the item. */
  get lacking(): string[] {
    return lackingIn(this.elements);
  }

  /** The GTIN of a text that names a product but no item of it: the bar code on every item, or a Digital Link without a serial. */
  get productAlone(): string | null {
    const isPiece = this.value('21', '235', '00') !== null;
    return this.faults.length > 0 || isPiece ? null : this.gtin;
  }
}

/** A code in elements, as it is and as it may have been meant. */
const spellings = (value: string): string[] => [
  ...new Set([value, value.replace(separators, ''), withoutMarks(value)]),
];
