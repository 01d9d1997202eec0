import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Bold, Code, Heading, Italic, Link, List, ListOrdered, Redo2, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { preparePastedHtml } from './pasted-html.ts';
import { ToolButton } from './ToolButton.tsx';

// The same elements as api/modules/catalog/gigs/sanitize-description.ts, which sanitizes again on the server.
const KIT = StarterKit.configure({
  heading: { levels: [3, 4] },
  blockquote: false,
  codeBlock: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  link: { openOnClick: false, protocols: ['https', 'mailto'], defaultProtocol: 'https' },
});

interface Props {
  label: string;
  value: string;
  onChange: (html: string) => void;
}

/** A rich text editor for descriptions. */
export function RichText({ label, value, onChange }: Props) {
  const editor = useEditor({
    extensions: [KIT],
    content: value,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      transformPastedHTML: preparePastedHtml,
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  // A save or an undo can bring a text that differs from the editor's.
  useEffect(() => {
    if (editor && value !== editor.getHTML() && !(editor.isEmpty && value === '')) {
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, value]);
  return (
    <div className="field">
      <p className="field__label" aria-hidden="true">
        {label}
      </p>
      <div className="rich-text">
        {editor && <Toolbar editor={editor} />}
        <EditorContent editor={editor} className="rich-text__content prose" />
      </div>
    </div>
  );
}

function editLink(editor: Editor): void {
  const current = editor.getAttributes('link')['href'] as string | undefined;
  const href = prompt('Where does it lead? (https://…, empty to remove)', current ?? 'https://');
  if (href === null) return;
  if (!/^(https:\/\/|mailto:)./.test(href)) editor.chain().focus().unsetLink().run();
  else editor.chain().focus().setLink({ href }).run();
}

function Toolbar({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: updated }) => ({
      heading: updated.isActive('heading'),
      bold: updated.isActive('bold'),
      italic: updated.isActive('italic'),
      code: updated.isActive('code'),
      bullets: updated.isActive('bulletList'),
      numbers: updated.isActive('orderedList'),
      link: updated.isActive('link'),
    }),
  });
  const chain = () => editor.chain().focus();
  const tools = [
    ['Heading', Heading, active.heading, () => chain().toggleHeading({ level: 3 }).run()],
    ['Bold', Bold, active.bold, () => chain().toggleBold().run()],
    ['Italic', Italic, active.italic, () => chain().toggleItalic().run()],
    ['Code', Code, active.code, () => chain().toggleCode().run()],
    ['Bullets', List, active.bullets, () => chain().toggleBulletList().run()],
    ['Numbers', ListOrdered, active.numbers, () => chain().toggleOrderedList().run()],
    ['Link', Link, active.link, () => editLink(editor)],
    ['Undo typing', Undo2, false, () => chain().undo().run()],
    ['Redo typing', Redo2, false, () => chain().redo().run()],
  ] as const;
  return (
    <div className="rich-text__toolbar" role="toolbar" aria-label="Format">
      {tools.map(([label, Icon, pressed, run]) => (
        <ToolButton key={label} label={label} pressed={pressed} onClick={run}>
          <Icon aria-hidden="true" />
        </ToolButton>
      ))}
    </div>
  );
}
