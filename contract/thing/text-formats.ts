import Type from 'typebox';

/** Checks for text formats, by the name of the format in JSON Schema. */
export const textFormats = { email: isEmail, licence: isLicenceNo } as const;
export type TextFormat = keyof typeof textFormats;

export const isTextFormat = (name: string | undefined): name is TextFormat =>
  name !== undefined && Object.hasOwn(textFormats, name);

export const Email = (maxLength: number) => Type.String({ maxLength, format: 'email' });

/** The number of a business licence. */
export const LicenceNo = () => Type.String({ maxLength: 64, format: 'licence' });

function isEmail(text: string): boolean {
  return text === '' || /^[^\s@<>"]+@[^\s@<>"]+$/.test(text);
}

/** The characters of a unified social credit code (GB 32100), which leaves out those that are easily confused. */
const creditCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * A number of 18 letters and digits is taken for a unified social credit code, whose last character is a check character. Any
 * other number is accepted, since other countries and kinds of licences have their own.
 */
function isLicenceNo(text: string): boolean {
  const code = text.trim().toUpperCase();
  if (!/^[0-9A-Z]{18}$/.test(code)) return true;
  const values = [...code].map((character) => creditCharacters.indexOf(character));
  if (values.includes(-1)) return false;
  let weight = 1;
  let sum = 0;
  for (const value of values.slice(0, -1)) {
    sum += value * weight;
    weight = (weight * 3) % creditCharacters.length;
  }
  return values.at(-1) === (creditCharacters.length - (sum % creditCharacters.length)) % creditCharacters.length;
}

/** The characters that a text field takes: letters, digits and _ - ~ ` . @ # $ ^ & * ( ) + ￥. */
export const plainTextPattern = '^[A-Za-z0-9_\\-~`.@#$^&*()+￥]*$';
