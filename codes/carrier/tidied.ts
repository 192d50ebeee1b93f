import { groupSeparator } from './gs1/elements.ts';

/** Separators that people and programs put between groups of characters, after NFKC normalisation. */
export const separators = /[\s\p{Pd}\u2212\u30fc]/gu;

/** Names and pictures of FNC1 and of the group separator that scanners, terminals and editors show in its place. */
const namesOfSeparator =
  /\u241d|\u21d4|[<{[](?:GS|FNC1|FNC-1|0x1D)[>}\]]|\^\]|\\(?:x1d|u001d|u\{1d\}|035)|&#(?:29|x1d);|%1D/gi;

/** Frames of a scan: SOH, STX, ETX, EOT and other control characters but for the group separator, also as pictures. */
const frame = '[\\u0001-\\u001c\\u001e\\u001f\\u007f\\u2401-\\u2404\\u241e\\u241f\\s]';
const frames = new RegExp(`^${frame}+|${frame}+$`, 'gu');

/** The envelope of ISO/IEC 15434 around a message of format 05, which has GS1 elements. Its separators may have got lost. */
const separator = '(?:[\\u0004\\u001e\\u2404\\u241e]|<(?:RS|EOT)>|\\{(?:RS|EOT)\\})';
const envelope = new RegExp(`^\\[\\)>${separator}?05(.*?)${separator}*$`, 's');

/**
 * A text without what is no part of it: full-width letters are made narrow, zero-width characters and the frame of a scan are
 * dropped, and FNC1 is a group separator in whatever guise it came. Keyboards, word processors, messengers and scanners put all of
 * these into a code.
 */
export function tidied(text: string): string {
  // Fast path: plain ASCII needs none of this.
  if (/^[!-;=-Z_-z|}~]*$/.test(text) && !/[%&]/.test(text)) return text;
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    // Shown for a character that a font or a page cannot show, which of those in GS1 data is only FNC1.
    .replaceAll('\ufffd', groupSeparator)
    .replace(frames, '');
  // In an address they are characters like others; what is marked as elements is none.
  if (plain.includes('://') && ![']', '[)>', groupSeparator].some((mark) => plain.startsWith(mark))) return plain;
  return inEnvelope(plain.replace(namesOfSeparator, groupSeparator));
}

function inEnvelope(text: string): string {
  const [, message] = envelope.exec(text) ?? [];
  if (message === undefined) return text;
  return groupSeparator + withoutSeparatorsAround(message);
}

/** A text without group separators in front and behind. */
export const withoutSeparatorsAround = (text: string): string => text.replace(separatorsAround, '');
const separatorsAround = new RegExp(`^${groupSeparator}+|${groupSeparator}+$`, 'g');

/** Marks around a code that are none of its characters: quotes, brackets, and punctuation behind it. */
export const withoutMarks = (text: string): string =>
  text.replace(/^[\s'"`<([{«‘“「『【〈《]+/u, '').replace(/[\s'"`>)\]}»’”」』】〉》.,;:!?…。、]+$/u, '');
