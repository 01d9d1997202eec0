import { atom } from 'nanostores';
import { api, messageOf, readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { formDraft, saveFormDraft } from '../../lib/form-drafts.ts';
import { openQuestion } from '../chat/chat-actions.ts';

const fetchQuestions = async () => {
  const [{ questions }, { quotes }] = await Promise.all([
    readJson(api.communicate.questions.$get()),
    readJson(api.quote.waiting.$get()),
  ]);
  return { questions, quotes };
};
export type QuestionsAndQuotes = Awaited<ReturnType<typeof fetchQuestions>>;

/** The questions without an order, and the quotes that can be accepted, in any conversation. */
export const $questions = asyncStore<QuestionsAndQuotes>('questions');
/** The gig of the question; null for a general question. */
export const $questionForm = atom<{ gigId: string | null; title: string } | null>(null);

/** After a failure the list stays as it was or is left out, because the page is mainly for the orders. */
export async function loadQuestions(): Promise<void> {
  try {
    $questions.set({ state: 'loaded', value: await fetchQuestions() });
  } catch (error) {
    console.warn('The questions could not be fetched', error);
    if ($questions.get().state === 'loading')
      $questions.set({ state: 'failed', message: messageOf(error) });
  }
}

/** Opens the form for the gig with this id, or for a general question, which may be for something like a project. */
export async function openQuestionForm(gigId: string, about = ''): Promise<void> {
  if (about && !formDraft('question')['text']) {
    saveFormDraft('question', { text: `I need something like “${about.slice(0, 120)}”. ` });
  }
  try {
    const gig = gigId && (await readJson(api.gig.get[':gigId'].$get({ param: { gigId } }))).gig;
    $questionForm.set(gig ? { gigId: gig._id, title: gig.title } : { gigId: null, title: '' });
  } catch {
    $questionForm.set({ gigId: null, title: '' });
  }
}

export const closeQuestionForm = (): void => $questionForm.set(null);

/** Opens a question by its id, as links in e-mails and notifications name it. */
export async function openQuestionById(id: string): Promise<void> {
  await loadQuestions();
  const list = $questions.get();
  const found = list.state === 'loaded' && list.value.questions.find((each) => each._id === id);
  openQuestion(id, found ? found.gigTitle : null);
}
