import { map } from 'nanostores';
import type { PublicationStatus } from '../../../api/modules/catalog/content/rules.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, type FieldError, messageOf } from '../../lib/api.ts';
import { formDraft, saveFormDraft } from '../../lib/form-drafts.ts';
import { countAction } from '../requests.ts';

/** The fields that all items share. */
export interface EditableItem {
  _id: string;
  /** Of what has a page of its own. */
  slug?: string;
  version: number;
  status: PublicationStatus;
  canUndo: boolean;
  /** null for the starter content of the program. */
  updatedAt: string | null;
}

interface SaveResult<T> {
  message: string;
  item: T;
}

interface ItemApi<B, T> {
  /** The body of a new item; an item's body has the same fields. */
  blank: B;
  find(id: string): Promise<T>;
  create(body: B): Promise<SaveResult<T>>;
  save(id: string, body: B, version: number): Promise<SaveResult<T>>;
  setStatus(id: string, status: PublicationStatus, version: number): Promise<SaveResult<T>>;
  undo(id: string, version: number): Promise<SaveResult<T>>;
}

interface Editing<B, T> {
  state: 'loading' | 'failed' | 'loaded';
  loadError: string;
  /** The item as the server last returned it; null for a new one. */
  item: T | null;
  body: B;
  busy: boolean;
  /** The fields that the server rejected, and the message of the failed save. */
  errors: readonly FieldError[];
  saveError: string;
  /** The item was saved in another place meanwhile; the owner decides which version to keep. */
  conflict: boolean;
}

/** The state of editing one item: the edited body, the saved item and the result of the last save. */
export function createEditor<B extends object, T extends EditableItem & B>(itemApi: ItemApi<B, T>) {
  const bodyOf = (item: T): B =>
    Object.fromEntries(Object.keys(itemApi.blank).map((key) => [key, item[key as keyof T]])) as B;
  const $editing = map<Editing<B, T>>({ ...initialState(), body: itemApi.blank });
  const set = (more: Partial<Editing<B, T>>) => $editing.set({ ...$editing.get(), ...more });
  const showSaved = (item: T, typed: Partial<B> = {}) => {
    const merged = { ...bodyOf(item), ...typed };
    set({ ...initialState(), state: 'loaded', item, body: merged } as Partial<Editing<B, T>>);
  };

  async function open(id: string): Promise<void> {
    set({ ...initialState(), body: itemApi.blank } as Partial<Editing<B, T>>);
    try {
      const item = id === 'new' ? null : await itemApi.find(id);
      if (item) showSaved(item);
      else set({ state: 'loaded' });
      showDraft(item);
    } catch (error) {
      set({ state: 'failed', loadError: messageOf(error) });
    }
  }

  /** Shows again what was not saved when the session ended; an item that was saved since then is a conflict. */
  function showDraft(item: T | null): void {
    const { body: typed, version } = formDraft(draftKey());
    if (!typed) return;
    saveFormDraft(draftKey(), undefined);
    const draft = { ...body(), ...(JSON.parse(typed) as Partial<B>) };
    set({ item: item && { ...item, version: Number(version) }, body: draft });
    void toast('info', DRAFT_SHOWN);
  }

  async function send(request: (item: T | null) => Promise<SaveResult<T>>): Promise<T | null> {
    const { item, busy, body: sent } = $editing.get();
    if (busy) return null;
    set({ busy: true, saveError: '', errors: [] });
    // Another item may be opened while this request runs.
    const isStillOpen = () => $editing.get().busy && $editing.get().item === item;
    try {
      const result = await request(item);
      countAction();
      void toast('success', result.message);
      if (!isStillOpen()) return null;
      showSaved(result.item, changesSince(sent, body()));
      return result.item;
    } catch (error) {
      if (!isStillOpen()) {
        void toast('error', messageOf(error));
        return null;
      }
      const errors = error instanceof ApiError ? error.errors : [];
      const conflict = error instanceof ApiError && error.status === 409 && item !== null;
      set({ busy: false, saveError: messageOf(error), errors, conflict });
      if (!conflict && errors.length === 0) void toast('error', messageOf(error));
      return null;
    }
  }

  const body = () => $editing.get().body;
  const isDirty = () => {
    const { state, item } = $editing.get();
    const saved = item ? bodyOf(item) : itemApi.blank;
    return state === 'loaded' && JSON.stringify(saved) !== JSON.stringify(body());
  };
  const requireSaved = (item: T | null): T => {
    if (!item) throw new ApiError(0, 'Save it first.');
    return item;
  };

  return {
    $editing,
    open,
    change: (more: Partial<B>) => set({ body: { ...body(), ...more } }),
    isDirty,
    /** Stores what is not saved in this browser; `open` at the same address shows it again. */
    storeDraft() {
      if (!isDirty()) return;
      const version = String($editing.get().item?.version);
      saveFormDraft(draftKey(), { body: JSON.stringify(body()), version });
    },
    save: () =>
      send((item) =>
        item ? itemApi.save(item._id, body(), item.version) : itemApi.create(body()),
      ),
    setStatus: (status: PublicationStatus) =>
      send((item) => itemApi.setStatus(requireSaved(item)._id, status, requireSaved(item).version)),
    /** Of any item, which need not be open. */
    setStatusOf: itemApi.setStatus,
    undo: () => send((item) => itemApi.undo(requireSaved(item)._id, requireSaved(item).version)),
    /** Discards unsaved changes. */
    reset: () => set({ ...initialState(), body: itemApi.blank } as Partial<Editing<B, T>>),
    /** After a conflict: discards the local changes and loads the server's version. */
    async loadServerVersion() {
      const { item } = $editing.get();
      if (item) await open(item._id);
    },
    /** After a conflict: saves the local version over the server's, which an undo brings back. */
    async overwriteServerVersion() {
      const { item } = $editing.get();
      if (!item) return;
      const current = await itemApi.find(item._id).catch(() => null);
      if (!current) return void toast('error', 'It is gone.');
      await send(() => itemApi.save(current._id, body(), current.version));
    },
  };
}

/** The fields that were edited after `sent` was sent. */
const changesSince = <B extends object>(sent: B, now: B): Partial<B> =>
  Object.fromEntries(
    Object.entries(now).filter(([key, value]) => value !== sent[key as keyof B]),
  ) as Partial<B>;

const DRAFT_SHOWN = 'What you had not saved is here again.';
const draftKey = () => `editor:${location.pathname}`;

const initialState = () => ({
  state: 'loading' as const,
  loadError: '',
  item: null,
  busy: false,
  errors: [],
  saveError: '',
  conflict: false,
});

export type Editor<B extends object, T extends EditableItem & B> = ReturnType<
  typeof createEditor<B, T>
>;
