import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** How far apart, in points, the texts of one line may stand. */
const nearby = 4;

/** The lines of a PDF from top to bottom: what stands at one height, from left to right. */
export async function printedRows(file: Uint8Array): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, n) => (await pdf.getPage(n + 1)).getTextContent()),
  );
  await pdf.destroy();
  return pages.flatMap(({ items }) => {
    const texts = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, left: item.transform[4] as number, height: item.transform[5] as number }]
        : [],
    );
    const lines: (typeof texts)[] = [];
    for (const text of texts.toSorted((one, other) => other.height - one.height)) {
      const line = lines.at(-1);
      // Letters and digits of one line may stand half a point apart.
      if (line?.[0] && line[0].height - text.height < nearby) line.push(text);
      else lines.push([text]);
    }
    return lines.map((line) =>
      line
        .toSorted((one, other) => one.left - other.left)
        .map(({ text }) => text)
        .join(' '),
    );
  });
}
