import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import './richText.css';
import { RichTextTools } from './RichTextTools.tsx';

export interface RichTextProps {
  readonly value?: string | undefined;
  readonly onChange?: (html: string) => void;
  /** The accessible name of the editor. */
  readonly label: string;
}

/** The editor offers only formatting that the server keeps. */
const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ['mailto', 'tel'], defaultProtocol: 'https' },
  }),
];

export default function RichTextEditor({ value = '', onChange, label }: RichTextProps) {
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
    onUpdate: ({ editor: instance }) => onChange?.(instance.isEmpty ? '' : instance.getHTML()),
  });
  return (
    <div className="rich-text">
      {editor && <RichTextTools editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  );
}
