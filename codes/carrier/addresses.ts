/** A web address within a text, as it is written there. */
export interface Address {
  readonly url: URL;
  readonly from: number;
  readonly to: number;
}

/**
 * What an address is written with. It ends before anything else: other scripts, blanks, quotes, and brackets that close around it.
 * A bracket in the middle of a word is written wrongly, and ends nothing.
 */
const characters = "(?:[\\w\\-.~:/?#@!$&'()*+,;=%]|[\\[\\]{}\\\\^|`](?=\\w))";
const withScheme = new RegExp(`https?://[^\\s/?#<>"'，。；、）】》]+(?:[/?#]${characters}*)?`, 'giu');
const withoutScheme = new RegExp(`(?<![\\w@./-])[a-z\\d-]+(?:\\.[a-z\\d-]+)+(?::\\d+)?[/?]${characters}*`, 'gi');
const marksAtEnd = /[.,;:!?'")*]+$/;

/**
 * The web addresses that a text is or contains, most likely first, even if the whole is percent-encoded, or the scheme is missing.
 * Where an address in a sentence ends is not always clear: then shorter and longer ones follow.
 */
export function addressesIn(text: string): Address[] {
  const plain = /^https?%3a/i.test(text) ? decoded(text) : text;
  const matches = [...plain.matchAll(withScheme)];
  const all = matches.length > 0 ? matches : [...plain.matchAll(withoutScheme)];
  return all.slice(0, most).flatMap(({ 0: whole, index }) => {
    const short = whole.replace(marksAtEnd, '');
    const isWhole = whole.length === plain.length;
    // In a sentence, the marks at the end are more likely of the sentence than of the address.
    const [long = whole] = /^\S+/.exec(plain.slice(index)) ?? [];
    const ends = isWhole ? [whole, short] : [short, whole, long];
    return [...new Set(ends)].flatMap((end) => {
      const url = URL.parse(readable(end));
      return url ? [{ url, from: index, to: index + end.length }] : [];
    });
  });
}

/** A text names one code; a few addresses may be of other things. */
const most = 4;

/** With its scheme, and with `&` where a page of HTML has it in words. */
const readable = (address: string): string =>
  `${/^https?:/i.test(address) ? '' : 'https://'}${address.replace(/&amp;/gi, '&')}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
