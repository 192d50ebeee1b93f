import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

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
        ? [{ text: item.str, left: item.transform[4] as number, height: Math.round(item.transform[5] as number) }]
        : [],
    );
    const lines = Map.groupBy(texts, ({ height }) => height);
    return [...lines]
      .toSorted(([one], [other]) => other - one)
      .map(([, line]) =>
        line
          .toSorted((one, other) => one.left - other.left)
          .map(({ text }) => text)
          .join(' '),
      );
  });
}
