/** A symbol that was read, in the words of the browsers' own reader. */
export interface ReadSymbol {
  readonly rawValue: string;
  readonly format: string;
}

/** What may be on labels, by what tells most of the piece: a bottle carries the EAN of its product beside its code. */
export const wantedFormats: readonly string[] = ['qr_code', 'data_matrix', 'code_128', 'ean_13', 'ean_8'];

/** The text of the symbol that is meant, when several are in the picture. */
export function textOf(found: readonly ReadSymbol[]): string | undefined {
  const rank = ({ format }: ReadSymbol) => wantedFormats.indexOf(format);
  return [...found].sort((a, b) => rank(a) - rank(b))[0]?.rawValue;
}
