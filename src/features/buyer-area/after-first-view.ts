// What a page needs once it is shown.
export { resendUnsentMessages } from '../chat/chat-actions.ts';
export { AccountMenu } from '../nav/AccountMenu.tsx';
