import { useStore } from '@nanostores/react';
import { Paperclip } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_MESSAGE_LENGTH } from '../../../api/modules/chat/texts.ts';
import { MAX_ATTACHMENTS } from '../../../api/platform/files/limits.ts';
import { TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { toast } from '../../components/toast.ts';
import { api, isUnauthorized, readJson } from '../../lib/api.ts';
import { useTextDraft } from '../../lib/form-drafts.ts';
import { withReturnPath } from '../../lib/return-path.ts';
import { QUESTION_FILES_CACHE } from '../../lib/storage-keys.ts';
import { useForm } from '../../lib/use-form.ts';
import { SentForm } from '../account/SentForm.tsx';
import { $session, checkSession } from '../account/session.ts';
import { problemOf, upload } from '../chat/attachments.ts';
import { FileNames } from '../chat/ChosenFiles.tsx';

interface Props {
  /** The gig that it is about; null for a general question. */
  gigId: string | null;
  title: string;
  /** Over the page of the gig, where the question's conversation cannot open. */
  inPlace?: boolean;
  onSent?: (conversationId: string, message: string) => void;
}

interface Sent {
  conversationId: string;
  message: string;
}

/** Keeps a visitor's files in the browser while the account is made. */
async function keepFiles(files: File[]): Promise<void> {
  const cache = await caches.open(QUESTION_FILES_CACHE);
  const keep = (file: File, at: number) =>
    cache.put(`/${at}/${encodeURIComponent(file.name)}`, new Response(file));
  await Promise.all(files.map(keep));
}

async function takeKeptFiles(): Promise<File[]> {
  const cache = await caches.open(QUESTION_FILES_CACHE);
  const files = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const bytes = await (await cache.match(request))?.blob();
      const name = decodeURIComponent(request.url.split('/').at(-1) ?? '');
      return new File(bytes ? [bytes] : [], name, { type: bytes?.type ?? '' });
    }),
  );
  await caches.delete(QUESTION_FILES_CACHE);
  return files;
}

/** Without https a browser keeps no files. */
const canKeepFiles = (): boolean => 'caches' in globalThis;

/** A question before an order. A visitor's text and files are kept while the account is made; nothing is sent before. */
export function QuestionForm({ gigId, title, inPlace = false, onSent }: Props) {
  const [draft, setText] = useTextDraft('question');
  // The page's HTML knows neither the draft nor who reads it.
  const [isReady, setReady] = useState(!inPlace);
  const text = isReady ? draft : '';
  const field = useRef<HTMLTextAreaElement>(null);
  const { state } = useStore($session, { ssr: 'initial' });
  // Until the server has answered, what this browser remembers counts.
  const isVisitor =
    inPlace && isReady && (state === 'visitor' || (state === 'checking' && !isRemembered()));
  const [files, setFiles] = useState<File[]>([]);
  const [sent, setSent] = useState<Sent | null>(null);
  // The id stays until the question is stored, so that a retry after a lost response asks once.
  const questionId = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form can be used.
  useEffect(() => {
    // It may have been typed before the script arrived.
    if (field.current?.value) setText(field.current.value);
    if (inPlace) checkSession().catch(() => {});
    setReady(true);
    if (canKeepFiles()) takeKeptFiles().then(setFiles, () => {});
    focusFirstField(field.current);
  }, []);
  const form = useForm(async () => {
    if (isVisitor) return continueWithAccount(gigId, files);
    questionId.current ||= crypto.randomUUID();
    const json = { questionId: questionId.current, gigId, messageText: text };
    try {
      const { conversationId, message } = await readJson(api.communicate.question.$post({ json }));
      await sendFiles(conversationId, files);
      questionId.current = '';
      setText('');
      setFiles([]);
      setSent({ conversationId, message });
      onSent?.(conversationId, message);
    } catch (error) {
      if (!inPlace || !isUnauthorized(error)) throw error;
      await continueWithAccount(gigId, files);
    }
  });
  if (sent && inPlace) {
    return (
      <div className="stack" role="status">
        <p>{sent.message}</p>
        <a className="button button--solid" href={`/orders?chat=${sent.conversationId}`}>
          Open the conversation
        </a>
      </div>
    );
  }
  return (
    <SentForm
      form={form}
      wide
      label={[isVisitor ? 'Continue' : 'Send question', 'Sending...']}
      disabled={!text.trim()}
    >
      <p className="muted text-15">
        {title && `About ${title}. `}The answer appears under Your orders, and we e-mail you if you
        are away.
      </p>
      <TextArea
        label="Your question"
        ref={field}
        rows={5}
        placeholder="What do you need, and by when?"
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...form.field('messageText')}
      />
      {(!isVisitor || canKeepFiles()) && <Files files={files} setFiles={setFiles} />}
      {isVisitor && (
        <p className="text-13">
          Next you get a code by e-mail. Nothing is sent before, and what you wrote stays.
        </p>
      )}
    </SentForm>
  );
}

const isRemembered = (): boolean => Boolean(document.documentElement.dataset['session']);

/** Leads to an account, and from there to the form with its text and files. */
async function continueWithAccount(gigId: string | null, files: File[]): Promise<void> {
  if (canKeepFiles()) await keepFiles(files).catch(() => {});
  location.assign(withReturnPath('/sign-in', `/orders?ask=${gigId ?? ''}`));
}

/** The files follow the question as a message. It is asked also when they cannot be sent. */
async function sendFiles(conversationId: string, files: File[]): Promise<void> {
  if (files.length === 0) return;
  try {
    const stored = await Promise.all(files.map((file) => upload({ conversationId }, file)));
    const attachments = stored.map(({ _id }) => _id);
    const clientId = crypto.randomUUID();
    const json = { conversationId, messageText: '', clientId, attachments };
    await readJson(api.communicate['send-message'].$post({ json }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    void toast('error', `Your question was sent, but your files were not. ${reason}`);
  }
}

function Files({ files, setFiles }: { files: File[]; setFiles: (files: File[]) => void }) {
  const add = (more: File[]) => {
    const next = [...files];
    for (const file of more) {
      const problem = problemOf(file, next.length);
      if (problem) void toast('error', problem);
      else next.push(file);
    }
    setFiles(next);
  };
  return (
    <>
      <FileNames
        files={files.map(({ name }, at) => ({ key: String(at), name, state: 'ready' }))}
        remove={(key) => setFiles(files.filter((_, at) => String(at) !== key))}
      />
      <label className="button button--small attach-button">
        <Paperclip aria-hidden="true" />
        <span>Attach files</span>
        <input
          className="visually-hidden"
          type="file"
          multiple
          disabled={files.length >= MAX_ATTACHMENTS}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </label>
    </>
  );
}
