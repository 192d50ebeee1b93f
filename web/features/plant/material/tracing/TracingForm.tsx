import { SearchOutlined } from '@ant-design/icons';
import { materialFlow } from '@suyuan/contract/plant/material/material-query.ts';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { textLimit } from '#ui/limits.ts';
import { Panel } from '#ui/Panel.tsx';
import { materialReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

/** Starting points: forward from a material lot, or back from a code or product lot. */
export const begins = ['material_lot', 'code', 'product_lot'] as const;
export type Begin = (typeof begins)[number];

export interface Wish {
  readonly by: Begin;
  readonly text: string;
  /** Needed if several materials have lots of the same number. */
  readonly material_id?: number;
}

interface TracingFormProps {
  readonly wish: Wish;
  readonly onAsk: (wish: Wish) => void;
}

/** Asks for the starting point. Enter, also that of a scanner, submits it. */
export function TracingForm({ wish, onAsk }: TracingFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(wish);
  const { by, text, material_id } = draft;
  return (
    <Panel
      as="form"
      className="flow-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onAsk({ ...draft, text: text.trim() });
      }}
    >
      <Segmented<Begin>
        value={by}
        aria-label={t('materialquery.by')}
        options={begins.map((value) => ({ value, label: t(`materialquery.by.${value}`) }))}
        onChange={(value) => setDraft({ by: value, text: '' })}
      />
      <Input
        value={text}
        {...textLimit(materialFlow, by)}
        autoComplete="off"
        allowClear
        aria-label={t(`materialquery.by.${by}`)}
        placeholder={t(`materialquery.by.${by}`)}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      {by === 'material_lot' && (
        <ReferenceSelect
          reference={materialReference}
          value={material_id ?? null}
          placeholder={t('materialquery.anyMaterial')}
          aria-label={t('materialuse.material')}
          onChange={(id) => setDraft({ by, text, ...(id ? { material_id: id } : {}) })}
        />
      )}
      <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
        {t('materialquery.search')}
      </Button>
    </Panel>
  );
}
