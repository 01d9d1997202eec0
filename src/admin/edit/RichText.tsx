import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Bold, Code, Heading, Italic, Link, List, ListOrdered, Redo2, Undo2 } from 'lucide-react';
import { useEffect } from 'react';

// Exactly what api/modules/catalog/gigs/sanitize-description.ts lets through; the server cleans it again.
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
  set: (html: string) => void;
}

/** A small editor for descriptions. */
export function RichText({ label, value, set }: Props) {
  const editor = useEditor({
    extensions: [KIT],
    content: value,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => set(changed.isEmpty ? '' : changed.getHTML()),
  });
  // A save or an undo brings another text than the one being typed.
  useEffect(() => {
    if (editor && value !== editor.getHTML() && !(editor.isEmpty && value === '')) {
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, value]);
  return (
    <div className="rich">
      {editor && <Toolbar editor={editor} />}
      <EditorContent editor={editor} className="rich__text prose" />
    </div>
  );
}

function requestPasswordReset(editor: Editor): void {
  const before = editor.getAttributes('link')['href'] as string | undefined;
  const href = prompt('Where does it lead? (https://…, empty to remove)', before ?? 'https://');
  if (href === null) return;
  if (!/^(https:\/\/|mailto:)./.test(href)) editor.chain().focus().unsetLink().run();
  else editor.chain().focus().setLink({ href }).run();
}

function Toolbar({ editor }: { editor: Editor }) {
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      heading: now.isActive('heading'),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      code: now.isActive('code'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      link: now.isActive('link'),
    }),
  });
  const run = () => editor.chain().focus();
  const tools = [
    ['Heading', Heading, on.heading, () => run().toggleHeading({ level: 3 }).run()],
    ['Bold', Bold, on.bold, () => run().toggleBold().run()],
    ['Italic', Italic, on.italic, () => run().toggleItalic().run()],
    ['Code', Code, on.code, () => run().toggleCode().run()],
    ['Bullets', List, on.bullets, () => run().toggleBulletList().run()],
    ['Numbers', ListOrdered, on.numbers, () => run().toggleOrderedList().run()],
    ['Link', Link, on.link, () => requestPasswordReset(editor)],
    ['Undo typing', Undo2, false, () => run().undo().run()],
    ['Redo typing', Redo2, false, () => run().redo().run()],
  ] as const;
  return (
    <div className="rich__tools" role="toolbar" aria-label="Format">
      {tools.map(([label, Icon, pressed, act]) => (
        <button
          className="button button--quiet button--small tool"
          type="button"
          key={label}
          aria-label={label}
          title={label}
          aria-pressed={pressed}
          onClick={act}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
