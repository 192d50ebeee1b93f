import { epcisEventDetail } from '@suyuan/contract/integration/epcis-event.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Document } from '../Document.tsx';

/** An event as other systems get it. */
export default function EventAside({ id }: { readonly id: string }) {
  const detail = useQuery({
    queryKey: [epcisEventDetail.path, id],
    queryFn: ({ signal }) => call(epcisEventDetail, { id }, { signal }),
  });
  if (detail.error && !detail.data) return <PartFailure of={detail} />;
  if (!detail.data) return <Skeleton active />;
  const { json, xml } = detail.data;
  return (
    <>
      <Document title="JSON-LD" text={json} file={{ name: 'event.jsonld', type: 'application/ld+json' }} />
      <Document title="XML" text={xml} file={{ name: 'event.xml', type: 'application/xml' }} />
    </>
  );
}
