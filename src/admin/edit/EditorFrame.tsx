import './edit.css';
import { useStore } from '@nanostores/react';
import { Copy, Eye, Link2, Rocket, Save, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { copyLink } from '../../components/CopyLink.tsx';
import { focusFirstInvalid } from '../../components/focus-first-field.ts';
import { toast } from '../../components/toast.ts';
import { $session } from '../../features/account/session.ts';
import { LoadingFailed } from '../../features/request-feedback/LoadedContent.tsx';
import { SaveProblem } from '../../features/request-feedback/SaveProblem.tsx';
import { CONTENT_KINDS } from '../content-kinds.ts';
import { screenShell } from '../DashboardShell.tsx';
import { $openTasks } from '../open-tasks.ts';
import { publishSaved } from '../publish/publish-store.ts';
import { $page } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { headingAt } from '../screens.ts';
import { guardUnsavedChanges } from '../unsaved-changes.ts';
import type { EditableItem, Editor } from './create-editor.ts';
import { SectionLinks, scrollPreviewTo } from './EditorSection.tsx';
import { FieldErrorContext } from './Fields.tsx';
import { PublicationStatusControl } from './PublicationStatus.tsx';
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx';

interface Props<B extends object, T extends EditableItem & B> {
  editor: Editor<B, T>;
  id: string;
  title: (body: B) => string;
  /** Called with the id of a newly created item. */
  onCreated: (id: string) => void;
  preview: (body: B) => ReactNode;
  /** The titles of the form's sections, where there are many. */
  sections?: readonly string[];
  /** Chooses the part of the form that is shown, where there are many. */
  parts?: ReactNode;
  /** Makes a copy of the saved item and opens it. */
  duplicate?: (body: B) => Promise<void>;
  /** The item is the only one of its kind (the profile), so it cannot be retired. */
  isOnlyOne?: boolean;
  children: (body: B) => ReactNode;
}

/** The layout of every editor: actions above, the form on the left, its preview on the right. */
export function EditorFrame<B extends object, T extends EditableItem & B>(props: Props<B, T>) {
  const {
    editor,
    id,
    title,
    onCreated,
    preview,
    sections = [],
    parts,
    duplicate,
    isOnlyOne,
    children,
  } = props;
  const editing = useStore(editor.$editing);
  const openTasks = useStore($openTasks);
  const [previewing, setPreviewing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const dirty = editor.isDirty();

  useEffect(() => {
    // A newly created item is already open when its address follows.
    if (editor.$editing.get().item?._id !== id) void editor.open(id);
  }, [editor, id]);
  useEffect(
    () =>
      $session.listen((session) => {
        if (session.state === 'visitor' && session.ended) editor.storeDraft();
      }),
    [editor],
  );
  useEffect(() => guardUnsavedChanges(editor.isDirty, () => $page.get()?.path ?? ''), [editor]);

  // An error that no field can show is shown as a toast.
  const { errors, saveError } = editing;
  useEffect(() => {
    if (errors.length === 0) return;
    // The part with the field is shown first.
    const timer = setTimeout(() => {
      if (!focusFirstInvalid(form.current)) void toast('error', saveError);
    });
    return () => clearTimeout(timer);
  }, [errors, saveError]);

  const save = async () => {
    const isNew = editor.$editing.get().item === null;
    const item = await editor.save();
    if (item && isNew) onCreated(item._id);
    return item;
  };
  const isListed = isOnlyOne || editing.item?.status === 'published';
  // Nothing else would go public with it. Before the shop opens nothing is counted.
  const canPublish =
    openTasks.state === 'loaded' &&
    openTasks.value['publish'] === 0 &&
    editing.item?.status !== 'retired';
  const saveAndPublish = async () => {
    const saved = dirty ? await save() : editing.item;
    if (saved && (isListed || (await editor.setStatus('published')))) await publishSaved();
  };

  if (editing.state === 'loading') return screenShell(location.pathname);
  if (editing.state === 'failed') {
    return (
      <ScreenLayout title={headingAt(location.pathname).title}>
        <LoadingFailed message={editing.loadError} retry={() => editor.open(id)} />
      </ScreenLayout>
    );
  }
  return (
    <form
      ref={form}
      className="editor"
      noValidate
      data-previewing={previewing || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onFocus={(event) => scrollPreviewTo(event.currentTarget, event.target)}
      onKeyDown={(event) => {
        if ((event.metaKey || event.ctrlKey) && event.key === 's') {
          event.preventDefault();
          void save();
        }
      }}
    >
      <ScreenLayout
        title={title(editing.body) || 'Untitled'}
        note={<PublicationStatusControl item={editing.item} dirty={dirty} isOnlyOne={isOnlyOne} />}
        actions={
          <>
            <Button
              icon={Eye}
              className="editor__preview-button"
              aria-pressed={previewing}
              onClick={() => setPreviewing(!previewing)}
            >
              Preview
            </Button>
            {editing.item?.canUndo && (
              <Button
                icon={Undo2}
                disabled={editing.busy || dirty}
                title={dirty ? 'Save or reload first' : 'Brings back what was there before'}
                onClick={() => void editor.undo()}
              >
                Undo last save
              </Button>
            )}
            {canPublish && isListed && editing.item?.slug && <LiveLinks slug={editing.item.slug} />}
            {duplicate && editing.item && (
              <Button
                icon={Copy}
                disabled={editing.busy || dirty}
                title={dirty ? 'Save first' : undefined}
                onClick={() => void duplicate(editing.body)}
              >
                Duplicate
              </Button>
            )}
            {!isOnlyOne && <StatusActions editor={editor} dirty={dirty} canPublish={canPublish} />}
            <Button
              variant={canPublish ? undefined : 'solid'}
              icon={Save}
              type="submit"
              disabled={editing.busy || !dirty}
              aria-keyshortcuts="Meta+S Control+S"
            >
              {editing.busy ? 'Saving…' : 'Save'}
            </Button>
            {canPublish && (
              <Button
                variant="solid"
                icon={Rocket}
                disabled={editing.busy || !(dirty || (editing.item && !isListed))}
                onClick={() => void saveAndPublish()}
              >
                {dirty || isListed || !editing.item ? 'Save and publish' : 'List and publish'}
              </Button>
            )}
          </>
        }
      >
        {editing.conflict && (
          <SaveProblem
            text={editing.saveError}
            load={editor.loadServerVersion}
            overwrite={editor.overwriteServerVersion}
          />
        )}
        <UnsavedChangesDialog
          busy={editing.busy}
          discard={() => editor.reset()}
          saveAndLeave={async (leave) => {
            if (await editor.save()) leave();
          }}
        />
        {sections.length > 0 && <SectionLinks titles={sections} />}
        {parts}
        <FieldErrorContext.Provider value={errors}>
          <div className="with-aside">
            <div className="editor__form stack stack--large">{children(editing.body)}</div>
            <section className="editor__preview stack" aria-label="Preview">
              <p className="eyebrow">As visitors will see it</p>
              {preview(editing.body)}
            </section>
          </div>
        </FieldErrorContext.Provider>
      </ScreenLayout>
    </form>
  );
}

/** What is live can be opened and sent. */
function LiveLinks({ slug }: { slug: string }) {
  const route = $page.get()?.route;
  const kind = CONTENT_KINDS.find(({ one }) => one === route);
  if (!kind) return null;
  const url = new URL(`${kind.page}/${slug}`, location.href).href;
  return (
    <>
      <a className="button" href={url} target="_blank" rel="noopener">
        See it<span className="visually-hidden">, new tab</span>
      </a>
      <Button icon={Link2} onClick={() => void copyLink(url)}>
        Copy link
      </Button>
    </>
  );
}

/** Buttons for the status changes that the item's current status allows. */
function StatusActions<B extends object, T extends EditableItem & B>({
  editor,
  dirty,
  canPublish,
}: {
  editor: Editor<B, T>;
  dirty: boolean;
  /** Listing it and publishing are one step, which has its own button. */
  canPublish: boolean;
}) {
  const { item, busy } = useStore(editor.$editing);
  if (!item) return null;
  const disabled = busy || dirty;
  const button = (label: string, status: EditableItem['status']) => (
    <Button
      variant={status === 'published' && !disabled ? 'solid' : undefined}
      disabled={disabled}
      title={dirty ? 'Save first' : undefined}
      onClick={() => void editor.setStatus(status)}
    >
      {label}
    </Button>
  );
  if (item.status === 'published') {
    return button('Retire', 'retired');
  }
  return (
    <>
      {button(
        item.status === 'retired' ? 'Restore as a draft' : 'Retire',
        item.status === 'retired' ? 'draft' : 'retired',
      )}
      {!canPublish && button('List it', 'published')}
    </>
  );
}
