import { atom } from 'nanostores';

/** What can be made of a message of the open conversation; other features set it. */
export interface MessageAction {
  label: string;
  run: (text: string) => void;
}

export const $messageAction = atom<MessageAction | null>(null);
