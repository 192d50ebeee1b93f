import Type from 'typebox';

/** Texts that have to be made in a certain way, each by the name that JSON Schema calls it. */
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

/** Of the characters that a unified social credit code has (GB 32100): those that are not mistaken for others. */
const creditCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * What is as long as a unified social credit code is one, and its last character follows from the others. Licences of other
 * countries and kinds have numbers of their own.
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
