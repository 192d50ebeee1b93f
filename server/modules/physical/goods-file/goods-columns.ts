import type { GoodsColumns } from '@suyuan/contract/physical/goods-file.ts';

const titles = {
  document:
    /^(document|waybill|waybill[ _-]?no|shipment|return|refund[ _-]?no|单号|运单|运单号|退货单|退货单号|albarán|nº de albarán|devolución|運送状|運送状番号|運送票|運送票番号|返品番号|伝票番号)$/i,
  code: /^(code|codes|item|sscc|case|box|serial|码|条码|箱码|编码|código|codigo|caja|コード|箱コード)$/i,
};

/** The columns by the titles in the first line. Without titles, the document is the first column and the code the second. */
export function columnsNamedBy(first: readonly string[]): Required<GoodsColumns> {
  const names = first.map((cell) => cell.trim());
  const code = names.findIndex((name) => titles.code.test(name));
  const document = names.findIndex((name, at) => at !== code && titles.document.test(name));
  if (code >= 0) return { document: document >= 0 ? document : Number(code === 0), code, titled: true };
  return { document: 0, code: 1, titled: false };
}

/** The column of codes in a file for a single document; the first one without titles. */
export function codeColumnNamedBy(first: readonly string[]): GoodsColumns {
  const code = first.findIndex((cell) => titles.code.test(cell.trim()));
  return code >= 0 ? { code, titled: true } : { code: 0, titled: false };
}
