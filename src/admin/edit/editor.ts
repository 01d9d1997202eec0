import { map } from 'nanostores';
import type { PublicationStatus } from '../../../api/modules/catalog/gigs/rules.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, messageOf } from '../../lib/api.ts';

/** What every edited thing has around its body. */
export interface EditableItem {
  _id: string;
  version: number;
  status: PublicationStatus;
  canUndo: boolean;
  updatedAt: string;
}

interface Answer<T> {
  message: string;
  thing: T;
}

interface Calls<B, T> {
  blank: B;
  bodyOf(thing: T): B;
  find(id: string): Promise<T>;
  create(body: B): Promise<Answer<T>>;
  save(id: string, body: B, version: number): Promise<Answer<T>>;
  stand(id: string, status: PublicationStatus, version: number): Promise<Answer<T>>;
  undo(id: string, version: number): Promise<Answer<T>>;
}

interface Editing<B, T> {
  state: 'loading' | 'failed' | 'here';
  problem: string;
  /** As the server last had it; null for a new one. */
  thing: T | null;
  body: B;
  busy: boolean;
  /** The field that was refused, and why. */
  field: string;
  mistake: string;
  /** Somebody saved meanwhile: nothing of either version is lost. */
  conflict: boolean;
}

/** Editing one thing: its body, what the server has, and what became of the last save. */
export function createEditor<B extends object, T extends EditableItem>(calls: Calls<B, T>) {
  const $editing = map<Editing<B, T>>({ ...fresh(), body: calls.blank });
  const set = (more: Partial<Editing<B, T>>) => $editing.set({ ...$editing.get(), ...more });
  const take = (thing: T, typed: Partial<B> = {}) => {
    const held = { ...calls.bodyOf(thing), ...typed };
    set({ ...fresh(), state: 'here', thing, body: held } as Partial<Editing<B, T>>);
  };

  async function open(id: string): Promise<void> {
    set({ ...fresh(), body: calls.blank } as Partial<Editing<B, T>>);
    if (id === 'new') return set({ state: 'here' });
    try {
      take(await calls.find(id));
    } catch (error) {
      set({ state: 'failed', problem: messageOf(error) });
    }
  }

  async function send(act: (thing: T | null) => Promise<Answer<T>>): Promise<T | null> {
    const { thing, busy, body: sent } = $editing.get();
    if (busy) return null;
    set({ busy: true, mistake: '', field: '' });
    // Something else may have been opened meanwhile.
    const isOpen = () => $editing.get().busy && $editing.get().thing === thing;
    try {
      const answer = await act(thing);
      void toast('success', answer.message);
      if (!isOpen()) return null;
      take(answer.thing, changed(sent, body()));
      return answer.thing;
    } catch (error) {
      if (!isOpen()) {
        void toast('error', messageOf(error));
        return null;
      }
      const field = error instanceof ApiError ? (error.field ?? '') : '';
      const conflict = error instanceof ApiError && error.status === 409 && thing !== null;
      set({ busy: false, mistake: messageOf(error), field, conflict });
      if (!conflict) void toast('error', messageOf(error));
      return null;
    }
  }

  const body = () => $editing.get().body;
  const needed = (thing: T | null): T => {
    if (!thing) throw new ApiError(0, 'Save it first.');
    return thing;
  };

  return {
    $editing,
    open,
    change: (more: Partial<B>) => set({ body: { ...body(), ...more } }),
    isDirty: () => {
      const { state, thing } = $editing.get();
      const was = thing ? calls.bodyOf(thing) : calls.blank;
      return state === 'here' && JSON.stringify(was) !== JSON.stringify(body());
    },
    save: () =>
      send((thing) =>
        thing ? calls.save(thing._id, body(), thing.version) : calls.create(body()),
      ),
    stand: (status: PublicationStatus) =>
      send((thing) => calls.stand(needed(thing)._id, status, needed(thing).version)),
    undo: () => send((thing) => calls.undo(needed(thing)._id, needed(thing).version)),
    /** Lets go of what was typed. */
    forget: () => set({ ...fresh(), body: calls.blank } as Partial<Editing<B, T>>),
    /** After a conflict: their version, mine thrown away. */
    async loadTheirs() {
      const { thing } = $editing.get();
      if (thing) await open(thing._id);
    },
    /** After a conflict: mine over theirs, which stays one undo away. */
    async saveOver() {
      const { thing } = $editing.get();
      if (!thing) return;
      const theirs = await calls.find(thing._id).catch(() => null);
      if (!theirs) return void toast('error', 'It is gone.');
      await send(() => calls.save(theirs._id, body(), theirs.version));
    },
  };
}

/** What was typed since this was sent. */
const changed = <B extends object>(sent: B, now: B): Partial<B> =>
  Object.fromEntries(
    Object.entries(now).filter(([key, value]) => value !== sent[key as keyof B]),
  ) as Partial<B>;

const fresh = () => ({
  state: 'loading' as const,
  problem: '',
  thing: null,
  busy: false,
  field: '',
  mistake: '',
  conflict: false,
});

export type Editor<B extends object, T extends EditableItem> = ReturnType<
  typeof createEditor<B, T>
>;
