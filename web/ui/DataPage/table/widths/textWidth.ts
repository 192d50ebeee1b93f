const known = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** The width of a text in the font of the page, measured on a canvas without touching the layout. */
export function textWidth(text: string, weight: 400 | 600 = 400): number {
  const { fontSize, fontFamily } = getComputedStyle(document.body);
  const font = `${weight} ${fontSize} ${fontFamily}`;
  const key = `${font} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 14;
  pen.font = font;
  const { width } = pen.measureText(text);
  known.set(key, width);
  return width;
}
