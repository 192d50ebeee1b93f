import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type LabelDrawing, labelPreview } from '@suyuan/contract/tagging/order-file.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Form, type FormInstance, Skeleton } from 'antd';
import { useDeferredValue } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { FormValues } from '#ui/dialogs/FormDialog.tsx';
import '../tagging.css';

interface LabelPreviewProps {
  readonly form: FormInstance<FormValues>;
  /** Converts the form values to the input of the call. */
  readonly inputOf: (values: FormValues) => InputOf<typeof labelPreview>;
}

/** A live preview of a label and of its page. */
export function LabelPreview({ form, inputOf }: LabelPreviewProps) {
  const { t } = useTranslation();
  const values = useDeferredValue(Form.useWatch([], form) as FormValues | undefined);
  const input = values && inputOf(values);
  const { data, error } = useQuery({
    queryKey: [labelPreview.path, input],
    queryFn: ({ signal }) => call(labelPreview, input as InputOf<typeof labelPreview>, { signal, silent: true }),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <figure className="label-preview" aria-label={t('tagging.label.preview')}>
      {error ? (
        <Alert type="warning" showIcon title={messageOf(error)} />
      ) : data ? (
        <Drawing drawing={data} />
      ) : (
        <Skeleton active />
      )}
    </figure>
  );
}

const messageOf = (error: Error): string =>
  error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : error.message;

function Drawing({ drawing: { page, places, label, labels, pages } }: { readonly drawing: LabelDrawing }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <>
      <div className="label-preview-sheets">
        <div className="label-preview-label">
          <svg
            viewBox={`0 0 ${label.width} ${label.height}`}
            role="img"
            aria-label={label.lines.map(({ text }) => text).join(' ')}
          >
            <path d={label.symbol} fill="#000" />
            {label.lines.map(({ text, x, y, width }) => (
              <text key={y} x={x} y={y} textLength={width} fontSize={label.font} lengthAdjust="spacingAndGlyphs">
                {text}
              </text>
            ))}
          </svg>
        </div>
        {places.length > 1 && (
          <div className="label-preview-page">
            <svg viewBox={`0 0 ${page.width} ${page.height}`} aria-hidden>
              {places.map(({ x, y }, at) => (
                <rect
                  key={`${x} ${y}`}
                  x={x}
                  y={y}
                  width={label.width}
                  height={label.height}
                  fill={at < labels ? '#d6dce4' : 'none'}
                  stroke="#8a95a3"
                  strokeWidth={0.5}
                />
              ))}
            </svg>
          </div>
        )}
      </div>
      <figcaption>
        {t('tagging.label.previewText', { each: places.length, labels: count(labels), pages: count(pages) })}
      </figcaption>
    </>
  );
}
