import { certificateFile, certificateFileAdd, largestCertificate } from '@suyuan/contract/base/certificate.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { inOnePiece, paperFrom, sentAs } from '#platform/spool/paper-file.ts';

/** Serves the files of certificates. */
export default function serveCertificateFiles({ routes, answers }: Services): void {
  routes.change(certificateFileAdd, async ({ id }, { file, account }, change) => {
    const paper = await paperFrom(file, largestCertificate);
    await change.changing('certificate', id);
    const there = await change.db.selectFrom('certificate').select('id').where('id', '=', id).executeTakeFirst();
    if (!there) throw notFound('certificate');
    await change.db.deleteFrom('certificate_file').where('certificate_id', '=', id).execute();
    await change.db
      .insertInto('certificate_file')
      .values({ certificate_id: id, ...paper, added_by: account.id, added_at: new Date() })
      .execute();
    return { id, file: paper.name };
  });

  routes.serve(certificateFile, async ({ id }, caller) => {
    const paper = await caller.db
      .selectFrom('certificate_file')
      .select(['name', 'media_type', 'content'])
      .where('certificate_id', '=', id)
      .executeTakeFirst();
    if (!paper) throw notFound('certificate');
    await answers.send(caller, sentAs(paper), () => inOnePiece(paper.content));
  });
}
