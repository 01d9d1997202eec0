import { bindFields } from '../edit/bind-fields.ts';
import { EditorFrame } from '../edit/EditorFrame.tsx';
import { TextField } from '../edit/Fields.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { PictureField } from '../edit/Pictures.tsx';
import { AddressField, ReferenceField } from '../edit/ReferenceField.tsx';
import { RichText } from '../edit/RichText.tsx';
import { $gigs, $projects } from '../edit/references.ts';
import { replaceWithItem } from '../router.ts';
import { type ArticleForm, articleStore } from './Articles.tsx';

const { editor } = articleStore;

export default function ArticleEditor({ id }: { id: string }) {
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
      {(article) => <ArticleFields article={article} />}
    </EditorFrame>
  );
}

function ArticleFields({ article }: { article: ArticleForm }) {
  const field = bindFields(article, editor.change);
  return (
    <>
      <section className="card card--padded stack">
        <h2>Article</h2>
        <TextField label="Title" {...field('title')} />
        <RichText label="Text" {...field('text')} />
      </section>
      <section className="card card--padded stack">
        <h2>Picture</h2>
        <PictureField {...field('picture')} />
      </section>
      <section className="card card--padded auto-columns">
        <h2>Date and address</h2>
        <TextField
          label="Date"
          type="date"
          hint="Empty: the day it was first saved."
          {...field('date')}
        />
        <AddressField under="/articles/" {...field('slug')} />
      </section>
      <section className="card card--padded auto-columns">
        <h2>At the end</h2>
        <ReferenceField
          label="Past work that belongs to it"
          none="No past work"
          list={$projects}
          {...field('projectId')}
        />
        <ReferenceField label="Package" none="No package" list={$gigs} {...field('gigId')} />
      </section>
    </>
  );
}
