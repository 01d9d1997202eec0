let sound: HTMLAudioElement | undefined;

/** The sound of a new message, when the window is not looked at. */
export function playNewMessageSound(): void {
  if (document.hasFocus()) return;
  sound ??= new Audio('/sounds/message.wav');
  sound.currentTime = 0;
  // A browser may forbid sounds before the first click; then it stays silent.
  sound.play().catch(() => {});
}
