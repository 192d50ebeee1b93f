import { createElement as h, type ReactNode } from 'react';
import type { PageProps } from '../content/content.ts';
import { Icon } from './icons.ts';

/** A form for typing a code, filled with an unknown code for correction. */
export function AskForm({ content, texts: { t, language } }: Omit<PageProps, 'look'>): ReactNode {
  const correcting = content.kind === 'answer' && content.answer.verdict === 'unknown' ? content.text : undefined;
  return h(
    'section',
    { className: 'card ask', 'aria-labelledby': 'ask' },
    h('h2', { id: 'ask' }, t(askTitle(content.kind, correcting !== undefined))),
    h(
      'form',
      { method: 'get', action: '/c', role: 'search' },
      h('label', { htmlFor: 'code' }, t('askLabel')),
      h(
        'span',
        { className: 'field' },
        h('input', {
          id: 'code',
          name: 'code',
          required: true,
          maxLength: 2048,
          defaultValue: correcting?.slice(0, 200),
          autoComplete: 'off',
          autoCapitalize: 'off',
          autoCorrect: 'off',
          spellCheck: false,
          enterKeyHint: 'search',
          'aria-describedby': 'hint',
          'data-invalid': t('askInvalid'),
        }),
        // Shown by the script, since it needs one; its place is reserved.
        h(
          'button',
          {
            type: 'button',
            className: 'camera',
            hidden: true,
            'aria-label': t('camera'),
            'data-failed': t('cameraFailed'),
          },
          h(Icon, { name: 'camera' }),
        ),
      ),
      h('input', { type: 'hidden', name: 'lang', value: language }),
      h('button', { type: 'submit' }, t('askButton')),
    ),
    h('p', { id: 'hint', className: 'hint' }, t(correcting === undefined ? 'askHint' : 'lookAlikes')),
  );
}

function askTitle(kind: PageProps['content']['kind'], correcting: boolean): string {
  if (kind === 'ask') return 'askFirst';
  if (kind === 'product') return 'askPiece';
  return correcting ? 'askCorrected' : 'askAnother';
}
