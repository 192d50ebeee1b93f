/** A symbol that was read, in the shape of `BarcodeDetector`. */
export interface ReadSymbol {
  readonly rawValue: string;
  readonly format: string;
}

/** The formats on labels, those that identify the single item first: a bottle has the EAN of its product beside its own code. */
export const wantedFormats: readonly string[] = ['qr_code', 'data_matrix', 'code_128', 'ean_13', 'ean_8'];

/** The text of the first symbol by the order of formats; undefined if there is none. */
export function textOf(symbols: readonly ReadSymbol[]): string | undefined {
  const rank = ({ format }: ReadSymbol) => wantedFormats.indexOf(format);
  return [...symbols].sort((a, b) => rank(a) - rank(b))[0]?.rawValue;
}
