import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import {
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo2,
  SquareCode,
  Undo2,
} from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Select } from '../../components/Select.tsx';
import { CODE_LANGUAGES } from '../../features/code/languages.ts';
import { useFieldError } from './Fields.tsx';
import { ToolButton } from './ToolButton.tsx';

/** What Word writes on the paragraphs of its lists, which are no lists in HTML. */
const WORD_ITEM = 'p[style*="mso-list"]';
/** The bullet or number that Word writes as text before an item. */
const WORD_MARKER = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]';
const NUMBER = /^\W?(?:\d+|[a-z]+)[.)]/i;

/** Prepares pasted HTML for the editor: lists of Word become lists, and a row of a spreadsheet becomes a paragraph. */
function preparePastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  makeLists(page);
  for (const table of page.querySelectorAll('table')) {
    const rows = [...table.rows].map((row) => {
      const line = page.createElement('p');
      line.textContent = [...row.cells].map((cell) => cell.textContent.trim()).join(' | ');
      return line;
    });
    table.replaceWith(...rows);
  }
  return page.body.innerHTML;
}

/** A list that is being filled; deeper ones stand in the last item of the one above. */
interface Open {
  level: number;
  list: Element;
}

function makeLists(page: Document): void {
  let open: Open[] = [];
  for (const item of page.querySelectorAll(WORD_ITEM)) {
    const level = Number(/level(\d)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1);
    const marker = item.querySelector(WORD_MARKER);
    const name = NUMBER.test(marker?.textContent.trim() ?? '') ? 'ol' : 'ul';
    marker?.remove();
    if (open[0]?.list !== item.previousElementSibling) open = [];
    open = open.filter((each) => each.level <= level);
    const last = open.at(-1);
    if (last?.level === level && last.list.localName !== name) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = page.createElement(name);
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      open.push({ level, list });
    }
    const entry = page.createElement('li');
    entry.append(...item.childNodes);
    open.at(-1)?.list.append(entry);
    item.remove();
  }
}

// The same elements as api/modules/catalog/rich-text.ts, which sanitizes again on the server.
const KIT = StarterKit.configure({
  heading: { levels: [3, 4] },
  blockquote: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  link: { openOnClick: false, defaultProtocol: 'https' },
});

interface Props {
  label: string;
  /** The path of the value, as the server names it in an error. */
  name?: string;
  value: string;
  onChange: (html: string) => void;
}

/** A rich text editor for descriptions. */
export function RichText({ label, name = '', value, onChange }: Props) {
  const error = useFieldError(name);
  const errorId = useId();
  const typed = useRef(new Set<string>());
  const editor = useEditor({
    extensions: [KIT],
    content: value,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      transformPastedHTML: preparePastedHtml,
    },
    onUpdate({ editor: changed }) {
      const html = changed.isEmpty ? '' : changed.getHTML();
      typed.current.add(html);
      onChange(html);
    },
  });
  // A save or an undo can bring a text that differs from the editor's.
  useEffect(() => {
    if (!editor) return;
    const isShown = value === editor.getHTML() || (editor.isEmpty && value === '');
    // On a busy machine what was typed comes back after the next key.
    if (!isShown && typed.current.has(value)) return;
    typed.current.clear();
    if (!isShown) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor?.view.dom.setAttribute('aria-invalid', String(error !== ''));
    editor?.view.dom.setAttribute('aria-describedby', errorId);
  }, [editor, error, errorId]);
  return (
    <div className="field">
      <p className="field__label" aria-hidden="true">
        {label}
      </p>
      <div className="rich-text">
        {editor && <Toolbar editor={editor} />}
        <EditorContent editor={editor} className="rich-text__content prose" />
      </div>
      <p className="field__error" id={errorId}>
        {error}
      </p>
    </div>
  );
}

function editLink(editor: Editor): void {
  const current = editor.getAttributes('link')['href'] as string | undefined;
  const href = prompt(
    'Where does it lead? (https://…, or /my-work/… on this site; empty to remove)',
    current ?? 'https://',
  );
  if (href === null) return;
  if (!/^(https?:\/\/|mailto:|tel:|\/(?!\/))./.test(href)) editor.chain().focus().unsetLink().run();
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
      block: updated.isActive('codeBlock'),
      language: String(updated.getAttributes('codeBlock')['language'] ?? ''),
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
    ['Code block', SquareCode, active.block, () => chain().toggleCodeBlock().run()],
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
      {active.block && (
        <Select
          aria-label="Language of the code"
          value={active.language}
          onChange={({ target }) =>
            chain()
              .updateAttributes('codeBlock', { language: target.value || null })
              .run()
          }
        >
          <option value="">Plain text</option>
          {Object.entries(CODE_LANGUAGES).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
