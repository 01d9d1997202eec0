import './edit.css';
import { useStore } from '@nanostores/react';
import { Eye, FileQuestion, Rocket, Save, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Empty } from '../../components/Empty.tsx';
import { $page, pathOf } from '../router.ts';
import { Screen } from '../Screen.tsx';
import { guardUnsavedChanges } from '../unsaved-changes.ts';
import type { EditableItem, Editor } from './editor.ts';
import { Mistake } from './Fields.tsx';
import { PublicationStatusControl } from './PublicationStatus.tsx';
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx';

interface Props<B extends object, T extends EditableItem> {
  editor: Editor<B, T>;
  id: string;
  title: (body: B) => string;
  /** Called with the id that a new thing was given. */
  created: (id: string) => void;
  preview: (body: B) => ReactNode;
  children: (body: B) => ReactNode;
}

/** What editing looks like whatever is edited: actions above, form left, preview right. */
export function EditorFrame<B extends object, T extends EditableItem>(props: Props<B, T>) {
  const { editor, id, title, created, preview, children } = props;
  const now = useStore(editor.$editing);
  const [previewing, setPreviewing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const dirty = editor.isDirty();

  useEffect(() => {
    // The address of what was just created is already open.
    if (editor.$editing.get().thing?._id !== id) void editor.open(id);
  }, [editor, id]);
  useEffect(() => guardUnsavedChanges(editor.isDirty, () => $page.get()?.path ?? ''), [editor]);

  const save = async () => {
    const fresh = editor.$editing.get().thing === null;
    const thing = await editor.save();
    if (!thing) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (thing && fresh) created(thing._id);
  };

  if (now.state === 'loading') {
    return <div className="spinner spinner--page" role="status" aria-label="Loading" />;
  }
  if (now.state === 'failed') {
    return (
      <Screen title="Not found">
        <Empty alert icon={FileQuestion} title={now.problem}>
          <button className="button" type="button" onClick={() => void editor.open(id)}>
            Try again
          </button>
        </Empty>
      </Screen>
    );
  }
  return (
    <form
      ref={form}
      className="editor"
      data-previewing={previewing || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if ((event.metaKey || event.ctrlKey) && event.key === 's') {
          event.preventDefault();
          void save();
        }
      }}
    >
      <Screen
        title={title(now.body) || 'Untitled'}
        note={<PublicationStatusControl thing={now.thing} dirty={dirty} />}
        actions={
          <>
            <button
              className="button editor__peek"
              type="button"
              aria-pressed={previewing}
              onClick={() => setPreviewing(!previewing)}
            >
              <Eye aria-hidden="true" /> Preview
            </button>
            {now.thing?.canUndo && (
              <button
                className="button"
                type="button"
                disabled={now.busy || dirty}
                title={dirty ? 'Save or reload first' : 'Brings back what was there before'}
                onClick={() => void editor.undo()}
              >
                <Undo2 aria-hidden="true" /> Undo last save
              </button>
            )}
            <Lifecycle editor={editor} dirty={dirty} />
            <button
              className="button button--solid"
              type="submit"
              disabled={now.busy || !dirty}
              aria-keyshortcuts="Meta+S Control+S"
            >
              <Save aria-hidden="true" /> {now.busy ? 'Saving…' : 'Save'}
            </button>
          </>
        }
      >
        {now.conflict && (
          <div className="notice conflict" role="alert">
            <p>{now.mistake}</p>
            <p className="row">
              <button
                className="button button--small"
                type="button"
                onClick={() => void editor.loadTheirs()}
              >
                Load that version
              </button>
              <button
                className="button button--small"
                type="button"
                onClick={() => void editor.saveOver()}
              >
                Save mine over it
              </button>
            </p>
          </div>
        )}
        <UnsavedChangesDialog editor={editor} />
        <Mistake.Provider value={{ field: now.field, mistake: now.mistake }}>
          <div className="editor__cols">
            <div className="editor__form">{children(now.body)}</div>
            <section className="editor__preview" aria-label="Preview">
              <p className="eyebrow">As visitors will see it</p>
              {preview(now.body)}
            </section>
          </div>
        </Mistake.Provider>
      </Screen>
    </form>
  );
}

/** Publish, take back, retire, restore: whatever comes next for a thing in its state. */
function Lifecycle<B extends object, T extends EditableItem>({
  editor,
  dirty,
}: {
  editor: Editor<B, T>;
  dirty: boolean;
}) {
  const { thing, busy } = useStore(editor.$editing);
  if (!thing) return null;
  const off = busy || dirty;
  const button = (label: string, status: EditableItem['status']) => (
    <button
      className="button"
      type="button"
      disabled={off}
      title={dirty ? 'Save first' : undefined}
      onClick={() => void editor.stand(status)}
    >
      {label}
    </button>
  );
  if (thing.status === 'published') {
    return (
      <>
        {button('Retire', 'retired')}
        <a className="button" href={pathOf('publish')}>
          <Rocket aria-hidden="true" /> To the site
        </a>
      </>
    );
  }
  return (
    <>
      {button(
        thing.status === 'retired' ? 'Restore as a draft' : 'Retire',
        thing.status === 'retired' ? 'draft' : 'retired',
      )}
      {button('Offer it', 'published')}
    </>
  );
}
