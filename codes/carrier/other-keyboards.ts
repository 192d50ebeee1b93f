/**
 * What a scanner that acts as a keyboard would have sent if the computer had another keyboard layout. Scanners send the keys of an
 * American keyboard; a computer that is set to another one makes other characters of them.
 */

/** The keys of an American keyboard, row by row, without and with shift. */
const american = [
  "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
  '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
];

/** What other layouts have on these keys. */
const others: Readonly<Record<string, readonly [without: string, withShift: string]>> = {
  AZERTY: ['²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!', '~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§'],
  QWERTZ: ['^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-', '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_'],
  ЙЦУКЕН: ['ё1234567890-=йцукенгшщзхъ\\фывапролджэячсмитьбю.', 'Ё!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪ/ФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,'],
  'QWERTY ES': ["º1234567890'¡qwertyuiop`+çasdfghjklñ´zxcvbnm,.-", 'ª!"·$%&/()=?¿QWERTYUIOP^*ÇASDFGHJKLÑ¨ZXCVBNM;:_'],
};

const layouts = Object.entries(others).map(([keyboard, rows]) => ({
  keyboard,
  keys: new Map(rows.flatMap((row, shift) => [...row].map((one, at) => [one, american[shift]?.[at] ?? one] as const))),
}));

const swapped = (text: string): string =>
  text.replace(/\p{L}/gu, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()));

/** What a scanner may have sent, and the setting of the keyboard that would have made what arrived of it. */
export interface OtherText {
  readonly text: string;
  readonly keyboard: string;
}

/** The texts that a scanner may have sent for what arrived, without that text itself. */
export function otherTexts(input: string): OtherText[] {
  const asKeys = layouts.flatMap(({ keyboard, keys }): OtherText[] => {
    const text = [...input].map((one) => keys.get(one) ?? one).join('');
    return [text, swapped(text)].map((one) => ({ text: one, keyboard }));
  });
  const all = [{ text: swapped(input), keyboard: 'Caps Lock' }, ...asKeys];
  return all.filter(({ text }, at) => text !== input && all.findIndex((one) => one.text === text) === at);
}
