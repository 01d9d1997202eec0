import type { PublicationStatus } from '../../../api/modules/catalog/content/rules.ts';
import { readJson } from '../../lib/api.ts';
import { remote, runAdminAction } from '../requests.ts';
import { createEditor, type EditableItem } from './create-editor.ts';

type Answer<T> = Promise<{ ok: boolean; status: number; json(): Promise<T> }>;
type Saved<One extends string, Item> = Answer<{ message: string } & Record<One, Item>>;

interface OfItem {
  param: { id: string };
}

/** The calls of a kind of content: `itemRoutes` of the catalog module. */
interface Calls<One extends string, Many extends string, Form, Item, Row> {
  $get(): Answer<Record<Many, Row[]>>;
  $post(call: { json: Form }): Saved<One, Item>;
  order: { $put(call: { json: { ids: string[] } }): Answer<{ message: string }> };
  ':id': {
    $get(call: OfItem): Answer<Record<One, Item>>;
    $put(call: OfItem & { json: Form & { version: number } }): Saved<One, Item>;
    status: {
      $put(
        call: OfItem & { json: { version: number; status: PublicationStatus } },
      ): Saved<One, Item>;
    };
    undo: { $post(call: OfItem & { json: { version: number } }): Saved<One, Item> };
  };
}

/** The list of a kind of content and the editor of one item. */
export function createContentStore<
  One extends string,
  Many extends string,
  Form extends { title: string },
  Item extends Form & EditableItem,
  Row extends { _id: string },
>(
  calls: Calls<One, Many, NoInfer<Form>, Item, Row>,
  { one, many, blank }: { one: One; many: Many; blank: Form },
) {
  const $list = remote(async (): Promise<Row[]> => (await readJson(calls.$get()))[many]);
  const read = async (call: Answer<Record<One, Item>>): Promise<Item> =>
    (await readJson(call))[one];
  const saved = async (call: Saved<One, Item>) => {
    const answer = await readJson(call);
    return { message: answer.message, item: answer[one] };
  };
  return {
    $list,
    /** Shows the new order at once; loads the saved one again if the server rejects it. */
    async saveOrder(list: Row[]): Promise<void> {
      $list.set({ state: 'loaded', value: list });
      const ids = list.map(({ _id }) => _id);
      if (!(await runAdminAction(() => readJson(calls.order.$put({ json: { ids } })))))
        await $list.load();
    },
    /** Makes a draft of the same content; its id, or nothing when that failed. */
    async duplicate(form: Form): Promise<string | undefined> {
      let id: string | undefined;
      await runAdminAction(async () => {
        const json = { ...form, title: `${form.title} (copy)`, slug: '', formerSlugs: [] };
        id = (await saved(calls.$post({ json }))).item._id;
        return { message: 'This is the copy, a draft.' };
      });
      return id;
    },
    editor: createEditor<Form, Item>({
      blank,
      find: (id) => read(calls[':id'].$get({ param: { id } })),
      create: (json) => saved(calls.$post({ json })),
      save: (id, body, version) =>
        saved(calls[':id'].$put({ param: { id }, json: { ...body, version } })),
      setStatus: (id, status, version) =>
        saved(calls[':id'].status.$put({ param: { id }, json: { status, version } })),
      undo: (id, version) => saved(calls[':id'].undo.$post({ param: { id }, json: { version } })),
    }),
  };
}
