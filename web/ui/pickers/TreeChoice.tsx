import { TreeSelect, type TreeSelectProps } from 'antd';
import { useId } from 'react';
import './treeChoice.css';

/** Chooses out of a tree. antd says which list its input opens, but gives that list no id: it gets it here. */
export function TreeChoice<Value>({ id, ...rest }: TreeSelectProps<Value>) {
  const own = useId();
  const name = id ?? own;
  return (
    <TreeSelect<Value>
      allowClear
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
