import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { type Editor, useEditorState } from '@tiptap/react';
import { Button, Input, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { EditPopover } from '../dialogs/EditPopover.tsx';
import { Unsaved } from '../edit/unsavedScope.tsx';

/** The toolbar of the editor; the buttons of formats at the cursor are shown as pressed. */
export function RichTextTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      heading: now.isActive('heading', { level: 2 }),
      subheading: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
  const run = () => editor.chain().focus();
  const tool = (key: keyof typeof on, icon: ReactNode, event: () => void, step = false) => {
    const name = t(key === 'undo' ? 'datapage.undo' : `richtext.${key}`);
    return (
      <Button
        type={!step && on[key] ? 'primary' : 'text'}
        size="small"
        icon={icon}
        aria-label={name}
        title={name}
        {...(step ? { disabled: !on[key] } : { 'aria-pressed': on[key] })}
        onClick={event}
      />
    );
  };
  return (
    <div className="rich-text-tools" role="toolbar" aria-label={t('richtext.tools')}>
      {tool('heading', <b>H1</b>, () => run().toggleHeading({ level: 2 }).run())}
      {tool('subheading', <b>H2</b>, () => run().toggleHeading({ level: 3 }).run())}
      {tool('bold', <BoldOutlined />, () => run().toggleBold().run())}
      {tool('italic', <ItalicOutlined />, () => run().toggleItalic().run())}
      {tool('underline', <UnderlineOutlined />, () => run().toggleUnderline().run())}
      {tool('bullets', <UnorderedListOutlined />, () => run().toggleBulletList().run())}
      {tool('numbers', <OrderedListOutlined />, () => run().toggleOrderedList().run())}
      <LinkTool editor={editor} />
      {tool('undo', <UndoOutlined />, () => run().undo().run(), true)}
      {tool('redo', <RedoOutlined />, () => run().redo().run(), true)}
    </div>
  );
}

/** The address of the link at the cursor; empty if there is none. */
const addressIn = (editor: Editor): string => String(editor.getAttributes('link').href ?? '');

function LinkTool({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string>();
  const isLink = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') });
  const set = () => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (address?.trim()) chain.setLink({ href: address.trim() }).run();
    else chain.unsetLink().run();
    setAddress(undefined);
  };
  return (
    <EditPopover
      open={address !== undefined}
      onOpenChange={(open) => setAddress(open ? addressIn(editor) : undefined)}
      content={
        <Space.Compact>
          <Unsaved changed={address !== undefined && address.trim() !== addressIn(editor)} />
          <Input
            aria-label={t('richtext.address')}
            placeholder="https://"
            value={address ?? ''}
            onChange={(event) => setAddress(event.target.value)}
            onPressEnter={set}
          />
          <Button type="primary" onClick={set}>
            {t('richtext.setLink')}
          </Button>
        </Space.Compact>
      }
    >
      <Button
        type={isLink ? 'primary' : 'text'}
        size="small"
        icon={<LinkOutlined />}
        aria-label={t('field.link')}
        title={t('field.link')}
      />
    </EditPopover>
  );
}
