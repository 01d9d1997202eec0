import { useStore } from '@nanostores/react';
import { Link, PackageCheck, Paperclip, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  MAX_FILE_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  unpaidWarning,
} from '../../../api/modules/deliveries/rules.ts';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { DAYS_TO_ANSWER } from '../../../api/modules/orders/rules.ts';
import { ToolButton } from '../../admin/edit/ToolButton.tsx';
import { readDataUrl } from '../../admin/read-data-url.ts';
import { adminApi } from '../../admin/requests.ts';
import { Button } from '../../components/Button.tsx';
import { Field, TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { List, ListRow } from '../../components/List.tsx';
import { readJson } from '../../lib/api.ts';
import { useTextDraft } from '../../lib/form-drafts.ts';
import { useForm } from '../../lib/use-form.ts';
import { SentForm } from '../account/SentForm.tsx';
import { fileSize } from '../chat/MessageContent.tsx';
import { $deliveryTemplates, loadTemplates } from '../chat/owner-reply-templates.ts';
import { askForRequirements, lacksRequirements } from '../orders/owner-ask-for-requirements.ts';
import {
  $busy,
  deliverOrder,
  draftOf,
  saveInOrder,
  updateOrder,
} from '../orders/owner-orders-store.ts';
import { OwnerUploads } from './OwnerUploads.tsx';
import { $deliversNext, deliverWhenUploaded, uploadFiles } from './owner-uploads.ts';
import { PinChoice, useChosenPins } from './PinChoice.tsx';

const { orders } = adminApi;

interface Props {
  order: AdminOrderDto;
  /** True when no more urgent task waits for the owner on this order. */
  isNext: boolean;
  /** The version that it corrects, which the client has not answered. */
  corrects?: number;
}

/** The next version: its words, files and links, and the pins that it answers. */
export function OwnerDeliver({ order, isNext, corrects }: Props) {
  const busy = useStore($busy);
  const waits = useStore($deliversNext) === order._id;
  const [message, setMessage] = useTextDraft(draftOf('deliver', order._id));
  const [notes, setNotes] = useState<Record<string, string>>({});
  const [isLinking, setLinking] = useState(false);
  const templates = useStore($deliveryTemplates);
  useEffect(() => void loadTemplates(), []);
  const hasPins = order.deliveries.some(({ files }) => files.some(({ pins }) => pins));
  const approved = order.revisions.filter(({ status }) => status === 'Approved');
  const pins = useChosenPins(
    { side: 'owner', orderId: order._id },
    hasPins,
    ({ revision, answeredIn }) => !answeredIn && approved.some(({ _id }) => _id === revision),
  );
  const warning = unpaidWarning(order.paymentInfo);
  return (
    <section
      className={`card card--padded stack ${isNext ? 'needs-action' : ''}`}
      aria-labelledby="next"
    >
      <h2 id="next">
        {order.deliveries.length > 0
          ? `Deliver version ${order.deliveries.length + 1}`
          : 'Deliver the work'}
      </h2>
      {lacksRequirements(order) && order.orderStatus === 'Accepted' && (
        <div className="notice notice--amber row space-between">
          <p>The buyer has not written what they need.</p>
          <Button small onClick={() => askForRequirements(order)}>
            Ask for what you need
          </Button>
        </div>
      )}
      {corrects && (
        <p className="notice">
          It corrects version {corrects}: the client has {DAYS_TO_ANSWER} days from then on, and
          uses no revision.
        </p>
      )}
      {warning && <p className="notice">{warning}</p>}
      <TextArea
        label="What you hand over"
        value={message}
        readOnly={waits}
        onChange={(event) => setMessage(event.target.value)}
      />
      <PinChoice label="Pins that it answers" of={pins} />
      <fieldset className="row" aria-label="Ready-made texts">
        {templates.map(({ name, text }) => (
          <Button
            small
            key={name}
            onClick={() => setMessage(message ? `${message}\n\n${text}` : text)}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      {order.waiting.length > 0 && (
        <List isPlain label="Files to deliver">
          {order.waiting.map(({ _id, name, size, picture, isLink, address }) => (
            <ListRow
              key={_id}
              icon={isLink ? Link : Paperclip}
              picture={picture ? { url: `/api/v1/desk/orders/picture/${_id}` } : undefined}
              title={name}
              note={address ?? fileSize(size)}
              text={
                <Field
                  label={`About ${name}, in one line, optional`}
                  maxLength={MAX_NOTE_LENGTH}
                  value={notes[_id] ?? ''}
                  readOnly={waits}
                  onChange={({ target }) => setNotes({ ...notes, [_id]: target.value })}
                />
              }
            >
              {(isLink || order.agreement.terms.opensWhenPaid) && !picture && (
                <FileButton
                  label="Add a picture"
                  accept="image/*"
                  onChoose={([file]) => void (file && addPictureOf(order._id, _id, file))}
                />
              )}
              <ToolButton label={`Remove ${name}`} onClick={() => void removeFile(order._id, _id)}>
                <X aria-hidden="true" />
              </ToolButton>
            </ListRow>
          ))}
        </List>
      )}
      <OwnerUploads order={order} />
      {isLinking && <AddLink orderId={order._id} onDone={() => setLinking(false)} />}
      <p className="row">
        <FileButton label="Add files" multiple onChoose={(files) => uploadFiles(order, files)} />
        {!isLinking && (
          <Button icon={Link} onClick={() => setLinking(true)}>
            Add a link
          </Button>
        )}
        <Button
          variant={corrects || order.moves.includes('Delivered') ? 'solid' : undefined}
          icon={PackageCheck}
          disabled={busy || waits || !message.trim()}
          onClick={() =>
            void deliverWhenUploaded(order._id, () =>
              deliverOrder(order._id, {
                ...{ message, corrects },
                notes: order.waiting.map(({ _id }) => ({ file: _id, text: notes[_id] ?? '' })),
                ...(pins.isLoaded && { answers: pins.chosen }),
              }),
            )
          }
        >
          {waits ? 'Delivers when the files are here' : 'Deliver'}
        </Button>
        {waits && <Button onClick={() => $deliversNext.set(null)}>Not yet</Button>}
      </p>
    </section>
  );
}

interface FileButtonProps {
  label: string;
  accept?: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
}

const FileButton = ({ label, onChoose, ...input }: FileButtonProps) => (
  <label className="button">
    <Paperclip aria-hidden="true" /> {label}
    <input
      className="visually-hidden"
      type="file"
      {...input}
      onChange={({ target }) => {
        onChoose([...(target.files ?? [])]);
        // So that choosing the same file again is a change, too.
        target.value = '';
      }}
    />
  </label>
);

/** Adds an address to the next delivery. */
function AddLink({ orderId, onDone }: { orderId: string; onDone: () => void }) {
  const form = useForm(async ({ address = '', name = '' }) => {
    await addLink(orderId, { address, name });
    onDone();
  });
  return (
    <SentForm form={form} label="Add the link" cancel={['Cancel', onDone]}>
      <Field
        label="Address"
        inputMode="url"
        placeholder="https://"
        required
        ref={focusFirstField}
        {...form.field('address')}
      />
      <Field
        label="Name, optional"
        hint="The buyer reads it, also while the address is closed."
        maxLength={MAX_FILE_NAME_LENGTH}
        {...form.field('name')}
      />
    </SentForm>
  );
}

const removeFile = (id: string, file: string) =>
  updateOrder(id, () => readJson(orders[':id'].files[':file'].$delete({ param: { id, file } })));
const addLink = (id: string, json: { address: string; name: string }) =>
  saveInOrder(id, () => readJson(orders[':id'].links.$post({ param: { id }, json })));

/** A picture of a file that cannot be drawn, for its preview. */
const addPictureOf = (id: string, file: string, picture: File) =>
  updateOrder(id, async () => {
    const data = await readDataUrl(picture);
    return readJson(
      orders[':id'].files[':file'].picture.$put({ param: { id, file }, json: { data } }),
    );
  });
