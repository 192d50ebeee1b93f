import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons';
import { type DesignBlock, ownBlocks } from '@suyuan/contract/querymanage/scan-design.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { movedTo } from '#core/movedTo.ts';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import { BlockFields } from './BlockFields.tsx';
import type { DesignProps } from './designProps.ts';

/** The blocks of the page below the verdict, in order. */
export function BlockList({ design, language, onChange }: DesignProps) {
  const { t } = useTranslation();
  const { blocks } = design;
  const [source, setSource] = useState<number>();
  const change = (next: readonly DesignBlock[]) => onChange({ ...design, blocks: [...next] });
  const missingKinds = ownBlocks.filter((kind) => !blocks.some((block) => block.kind === kind));
  return (
    <>
      <p>{t('scancode.blocksHint')}</p>
      <ol className="design-list">
        {blocks.map((block, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names; their fields are controlled
            key={`${block.kind} ${at}`}
            className={source === at ? 'design-item design-dragged' : 'design-item'}
            onDragOver={(event) => source !== undefined && event.preventDefault()}
            onDrop={() => source !== undefined && change(movedTo(blocks, source, at))}
          >
            <header>
              {/* Only the handle is dragged: text in the fields can still be selected. For the keyboard there are arrows. */}
              <Button
                type="text"
                size="small"
                className="design-handle"
                icon={<HolderOutlined />}
                title={t('scancode.drag')}
                aria-hidden
                tabIndex={-1}
                draggable
                onDragStart={() => setSource(at)}
                onDragEnd={() => setSource(undefined)}
              />
              <strong>{t(`scancode.block.${block.kind}`)}</strong>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={t('datapage.moveUp', { title: t(`scancode.block.${block.kind}`) })}
                disabled={at === 0}
                onClick={() => change(movedTo(blocks, at, at - 1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={t('datapage.moveDown', { title: t(`scancode.block.${block.kind}`) })}
                disabled={at === blocks.length - 1}
                onClick={() => change(movedTo(blocks, at, at + 1))}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('scancode.remove', { title: t(`scancode.block.${block.kind}`) })}
                onClick={() => change(blocks.toSpliced(at, 1))}
              />
            </header>
            <BlockFields block={block} language={language} onChange={(next) => change(blocks.with(at, next))} />
          </li>
        ))}
      </ol>
      <MenuDropdown
        trigger={['click']}
        menu={{
          items: [...missingKinds, 'custom' as const, 'banner' as const].map((kind) => ({
            key: kind,
            label: t(`scancode.block.${kind}`),
          })),
          onClick: ({ key }) => change([...blocks, emptyBlock(key as DesignBlock['kind'])]),
        }}
      >
        <Button icon={<PlusOutlined />} disabled={blocks.length >= 24}>
          {t('scancode.addBlock')}
        </Button>
      </MenuDropdown>
    </>
  );
}

function emptyBlock(kind: DesignBlock['kind']): DesignBlock {
  if (kind === 'banner') return { kind, picture: '', words: {} };
  return kind === 'custom' ? { kind, title: {}, words: {} } : { kind };
}
