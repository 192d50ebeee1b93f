import { createElement as h, type ReactNode } from 'react';
import type { Texts } from '../content/content.ts';

/** The form for the place of purchase, which can be sent once per scan. */
export function PlaceForm({ reference, isGiven, texts: { t, language } }: Props): ReactNode {
  if (isGiven)
    return h(
      'section',
      { className: 'card place', id: 'place', 'aria-labelledby': 'told' },
      h('h2', { id: 'told' }, t('place')),
      h('p', { role: 'status' }, t('place.thanks')),
    );
  return h(
    'section',
    { className: 'card place', id: 'place', 'aria-labelledby': 'tell' },
    h(
      'details',
      null,
      h('summary', { id: 'tell' }, t('place.tell')),
      h(
        'form',
        { method: 'post', action: '/c/place' },
        h('input', { type: 'hidden', name: 'ref', value: reference }),
        h('input', { type: 'hidden', name: 'lang', value: language }),
        h('input', { type: 'hidden', name: 'latitude' }),
        h('input', { type: 'hidden', name: 'longitude' }),
        h('label', { htmlFor: 'where' }, t('place.where')),
        h(
          'span',
          { className: 'field' },
          h('input', {
            id: 'where',
            name: 'place',
            required: true,
            maxLength: 120,
            autoComplete: 'off',
            'aria-describedby': 'privacy',
            placeholder: t('place.example'),
          }),
        ),
        h(
          'button',
          {
            type: 'button',
            className: 'position',
            hidden: true,
            'data-done': t('place.positionAdded'),
            'data-failed': t('place.positionFailed'),
          },
          t('place.position'),
        ),
        h('button', { type: 'submit' }, t('place.send')),
      ),
      h('p', { id: 'privacy', className: 'hint' }, t('place.privacy')),
    ),
  );
}

interface Props {
  readonly reference: string;
  readonly isGiven: boolean;
  readonly texts: Texts;
}
