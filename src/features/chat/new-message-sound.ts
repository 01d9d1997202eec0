let sound: HTMLAudioElement | undefined;

/** Plays the sound of a new message when the window has no focus. */
export function playNewMessageSound(): void {
  if (document.hasFocus()) return;
  sound ??= new Audio('/sounds/message.wav');
  sound.currentTime = 0;
  // Browsers may block sounds before the first user gesture.
  sound.play().catch(() => {});
}
