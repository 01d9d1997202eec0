// The process that makes pages, without publishing: test apps share the pages that they serve.
import { renderPreview } from '../../api/modules/site/preview/render-preview.ts';
import { answerQuestions } from '../../api/modules/site/worker/site-worker-program.ts';

answerQuestions(
  ({ target, draft }) => renderPreview(target, draft),
  async () => {},
);
