import { ARTICLE_FORM } from '../../../api/modules/catalog/articles/rules.ts';
import { EditorFrame } from '../../admin/edit/EditorFrame.tsx';
import { FormSections } from '../../admin/edit/FormSections.tsx';
import { PagePreview } from '../../admin/edit/PagePreview.tsx';
import { replaceWithItem } from '../../admin/router.ts';
import { articleStore } from './OwnerArticles.tsx';

const { editor } = articleStore;

export default function OwnerArticleEditor({ id }: { id: string }) {
  return (
    <EditorFrame
      editor={editor}
      id={id}
      title={(article) => article.title}
      onCreated={(newId) => replaceWithItem('article', newId)}
      preview={(article) => (
        <PagePreview
          draft={{ kind: 'article', id, body: article }}
          title="The article as visitors will see it"
        />
      )}
    >
      {(article) => <FormSections of={ARTICLE_FORM} body={article} change={editor.change} />}
    </EditorFrame>
  );
}
