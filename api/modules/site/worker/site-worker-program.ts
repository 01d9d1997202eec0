// The process that makes pages. It stays alive after a publish and between previews, so that the compiled pages are
// loaded once.
import { openCompiledSite } from '../build/build-release.ts';
import { renderPreview } from '../preview/render-preview.ts';
import {
  buildSite,
  failureOf,
  publish,
  refreshPages,
  rollBackTo,
} from '../publish/publish-release.ts';
import type { Answer, Question } from './site-worker.ts';

/** Answers questions until the app disconnects. Previews never wait for a publish; publishes run one at a time. */
export function answerQuestions(
  preview: (question: Question & { kind: 'preview' }) => Promise<string>,
  publish: (question: Question) => Promise<unknown>,
): void {
  let last: Promise<unknown> = Promise.resolve();
  process.on('message', (question: Question) => {
    const answer = (more: Omit<Answer, 'id'>) => process.send?.({ id: question.id, ...more });
    const failed = (error: unknown) => answer({ failure: failureOf(error) });
    if (question.kind === 'preview')
      preview(question as Question & { kind: 'preview' }).then(
        (html) => answer({ failure: null, html }),
        failed,
      );
    else last = last.then(() => publish(question)).then(() => answer({ failure: null }), failed);
  });
  process.on('disconnect', () => process.exit());
}

if (process.argv[1] === import.meta.filename) {
  // Only the user who runs the app may read its files.
  process.umask(0o077);
  answerQuestions(
    ({ target, draft }) => renderPreview(target, draft),
    async (question) => {
      const { target } = question;
      if (question.kind === 'prepare') await openCompiledSite(target, { log() {} });
      else if (question.kind === 'build') await buildSite(target);
      else if (question.kind === 'rollback') await rollBackTo(target, question.release);
      else if (question.kind === 'refresh') await refreshPages(target);
      else await publish(target);
    },
  );
}
