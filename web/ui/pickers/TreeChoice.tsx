import { TreeSelect, type TreeSelectProps } from 'antd';
import { useId } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import './treeChoice.css';

/** A tree select. antd refers to the list of the popup by an id, but does not set it; it is set here. */
export function TreeChoice<Value>({ id, ...rest }: TreeSelectProps<Value>) {
  const { t } = useTranslation();
  const generatedId = useId();
  const name = id ?? generatedId;
  return (
    <TreeSelect<Value>
      allowClear
      placeholder={t('select.choose')}
      style={{ width: '100%' }}
      {...rest}
      id={name}
      popupRender={(tree) => (
        <div id={`${name}_list`} className="tree-choice">
          {tree}
        </div>
      )}
    />
  );
}
