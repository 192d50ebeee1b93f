import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { closingAffects } from '@suyuan/contract/tagging/code-closure.ts';
import { Modal } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

type Affected = OutputOf<typeof closingAffects>;

/**
 * Asks again before codes are closed that are on goods, saying on which, and how many of these are packed or were shipped.
 * `confirm` resolves to whether to go on.
 */
export function useAffected() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const [modal, place] = Modal.useModal();
  const summary = ({ on_products, packed, shipped, products, more }: Affected) => (
    <>
      <p>
        {t(more ? 'queryclose.affected.atLeast' : 'queryclose.affected.goods', {
          count: on_products,
          number: count(on_products),
          packed: count(packed),
          shipped: count(shipped),
        })}
      </p>
      <p>{t('queryclose.affected.products', { products: products.join('; ') })}</p>
      <p>{t('queryclose.affected.verdict')}</p>
    </>
  );
  const confirm = async (target: InputOf<typeof closingAffects>): Promise<boolean> => {
    const effects = await call(closingAffects, target, { fieldErrors: true, timeoutMs: 120_000 });
    if (effects.on_products === 0) return true;
    return modal.confirm({
      title: t('queryclose.affected.title', { count: effects.quantity, number: count(effects.quantity) }),
      content: summary(effects),
      okText: t('button.close'),
      okButtonProps: { danger: true },
      cancelText: t('datapage.cancel'),
    });
  };
  return { confirm, place };
}
