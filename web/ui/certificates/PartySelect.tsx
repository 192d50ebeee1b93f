import { type ComponentProps, Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { ReferenceSelect } from '../pickers/ReferenceSelect.tsx';

const EndedCertificates = later(() => import('./EndedCertificates.tsx'));

/** A select for a row of another list, which warns of ended certificates of the party that is chosen or that the choice comes from. */
export function PartySelect(props: Omit<ComponentProps<typeof ReferenceSelect>, 'below'>) {
  const { partyOf } = props.reference;
  if (!partyOf) return <ReferenceSelect {...props} />;
  return (
    <ReferenceSelect
      {...props}
      below={(row, label) => {
        const { holder, id, name } = partyOf(row);
        return (
          <Suspense>
            <EndedCertificates holder={holder} id={id as number | null} name={`${name ?? label ?? ''}`} />
          </Suspense>
        );
      }}
    />
  );
}
