import { atom } from 'nanostores';

/** An action for messages of the open conversation; other features set it. */
interface MessageAction {
  label: string;
  run: (text: string) => void;
}

export const $messageAction = atom<MessageAction | null>(null);
