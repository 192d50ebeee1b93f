import { Alert, Button } from 'antd';
import { signInAgain } from '#core/api/failure.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useDuration } from '../stop/useDuration.ts';
import type { BoardState } from './useBoard.ts';

/** Says that what the board shows is not how it is now, and why. */
export function BoardNotice({ board: { isOver, lostFor } }: { readonly board: BoardState }) {
  const { t } = useTranslation();
  const duration = useDuration();
  if (isOver)
    return (
      <Alert
        type="error"
        showIcon
        banner
        title={t('board.sessionOver')}
        action={
          <Button size="small" onClick={signInAgain}>
            {t('board.signIn')}
          </Button>
        }
      />
    );
  if (lostFor === undefined) return null;
  return <Alert type="error" showIcon banner title={t('board.lost', { age: duration(lostFor / 1000) })} />;
}
