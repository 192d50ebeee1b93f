import { parentPort, workerData } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import { drawSymbol, drawText, mm } from './paint.ts';
import type { Paper, PaperMessage } from './paper.ts';

/** The worker thread that draws pages, one after the other. */
const post = (message: PaperMessage) => parentPort?.postMessage(message);

function draw({ title, pages }: Paper): Promise<void> {
  const doc = new PDFDocument({ margin: 0, autoFirstPage: false, info: { Title: title } });
  doc.on('data', (bytes: Uint8Array) => post({ bytes: new Uint8Array(bytes) }));
  const end = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  for (const { width, height, texts, symbols, rules, pictures = [] } of pages) {
    doc
      .addPage({ size: [width * mm, height * mm], margin: 0 })
      .save()
      .scale(mm);
    for (const { box, symbology, text } of symbols) drawSymbol(doc, box, symbology, text);
    for (const one of texts) drawText(doc, one);
    for (const rule of rules) {
      const line = typeof rule === 'number' ? { x: 4, y: rule, width: width - 8 } : rule;
      doc.rect(line.x, line.y, line.width, 0.2).fill('black');
    }
    for (const { box, file } of pictures)
      doc.image(Buffer.from(file), box.x, box.y, { fit: [box.width, box.height], align: 'center', valign: 'center' });
    doc.restore();
  }
  doc.end();
  return end;
}

try {
  await draw(workerData as Paper);
  post({ ended: true });
} catch (error) {
  post({ error: String(error) });
}
