import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { type Size, setSize, sizes, useSize } from '#core/preferences/size.ts';

/** The sizes as menu items, and a function to choose one by its key. */
export function useSizes() {
  const { t } = useTranslation();
  const size = useSize((state) => state.size);
  return {
    items: sizes.map((key) => ({ key, label: t(`size.${key}`), disabled: key === size })),
    choose: (key: string) => {
      setSize(key as Size);
      notify.success(t('size.switched'));
    },
  };
}
