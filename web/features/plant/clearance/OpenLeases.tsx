import type { OpenLease } from '@suyuan/contract/plant/line/line-clearance.ts';
import { Alert, Button } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '#ui/code/CodeText.tsx';
import './clearance.css';

interface OpenLeasesProps {
  readonly leases: readonly OpenLease[];
  readonly onReturn: (lease: OpenLease) => void;
}

/** The leases with codes that were neither printed nor used nor returned. */
export function OpenLeases({ leases, onReturn }: OpenLeasesProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (leases.length === 0) return null;
  const sum = leases.reduce((total, { open }) => total + open, 0);
  return (
    <Alert
      type="warning"
      showIcon
      className="clearance-leases"
      title={t('clearance.leased', { count: sum, number: count(sum) })}
      description={
        <ul>
          {leases.map((lease) => (
            <li key={lease.lease}>
              <span>
                <CodeText code={lease.first} /> – <CodeText code={lease.last} />
                <small>
                  {[lease.device, t('clearance.leaseOpen', { count: lease.open, number: count(lease.open) })]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              {lease.returnable > 0 ? (
                <Button size="small" onClick={() => onReturn(lease)}>
                  {t('clearance.return', { count: lease.returnable, number: count(lease.returnable) })}
                </Button>
              ) : (
                <small>{t('clearance.notReturnable')}</small>
              )}
            </li>
          ))}
        </ul>
      }
    />
  );
}
