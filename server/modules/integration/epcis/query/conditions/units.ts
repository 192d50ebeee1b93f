/** A unit of measure (UN/ECE Recommendation 20) by the one that others of its kind are converted to: `factor * x + offset`. */
interface Unit {
  readonly kind: string;
  readonly factor: number;
  readonly offset?: number;
}

const units: Readonly<Record<string, Unit>> = {
  KEL: { kind: 'temperature', factor: 1 },
  CEL: { kind: 'temperature', factor: 1, offset: 273.15 },
  FAH: { kind: 'temperature', factor: 5 / 9, offset: 273.15 - (32 * 5) / 9 },
  MGM: { kind: 'mass', factor: 1e-6 },
  GRM: { kind: 'mass', factor: 1e-3 },
  KGM: { kind: 'mass', factor: 1 },
  TNE: { kind: 'mass', factor: 1000 },
  LBR: { kind: 'mass', factor: 0.45359237 },
  ONZ: { kind: 'mass', factor: 0.028349523125 },
  MMT: { kind: 'length', factor: 1e-3 },
  CMT: { kind: 'length', factor: 1e-2 },
  MTR: { kind: 'length', factor: 1 },
  KMT: { kind: 'length', factor: 1000 },
  INH: { kind: 'length', factor: 0.0254 },
  FOT: { kind: 'length', factor: 0.3048 },
  MLT: { kind: 'volume', factor: 1e-3 },
  CLT: { kind: 'volume', factor: 1e-2 },
  LTR: { kind: 'volume', factor: 1 },
  MTQ: { kind: 'volume', factor: 1000 },
  SEC: { kind: 'time', factor: 1 },
  MIN: { kind: 'time', factor: 60 },
  HUR: { kind: 'time', factor: 3600 },
  DAY: { kind: 'time', factor: 86_400 },
  PAL: { kind: 'pressure', factor: 1 },
  A97: { kind: 'pressure', factor: 100 },
  KPA: { kind: 'pressure', factor: 1000 },
  MBR: { kind: 'pressure', factor: 100 },
  BAR: { kind: 'pressure', factor: 100_000 },
  MTS: { kind: 'speed', factor: 1 },
  KMH: { kind: 'speed', factor: 1 / 3.6 },
};

/**
 * An amount in every unit that it can be given in, its own first and as it was written. A difference, as a standard deviation, does
 * not shift where a scale begins.
 */
export function inEveryUnit(amount: string, code: string, isDifference: boolean): { unit: string; amount: string }[] {
  const own = Object.hasOwn(units, code) ? units[code] : undefined;
  if (!own) return [{ unit: code, amount }];
  const offset = (unit: Unit) => (isDifference ? 0 : (unit.offset ?? 0));
  const base = Number(amount) * own.factor + offset(own);
  const others = Object.entries(units).filter(([other, { kind }]) => other !== code && kind === own.kind);
  return [
    { unit: code, amount },
    // Twelve digits are more than a sensor has, and fewer than conversions spoil.
    ...others.map(([unit, other]) => ({ unit, amount: ((base - offset(other)) / other.factor).toPrecision(12) })),
  ];
}
