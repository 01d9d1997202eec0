type Confirm = () => Promise<boolean>;

let confirm: Confirm | null = null;
/** The confirmation that is being asked for; several calls wait for the same one. */
let asked: Promise<boolean> | null = null;

/** The function that asks for a confirmation; each page with such calls sets it. */
export function onConfirmationNeeded(ask: Confirm): void {
  confirm = ask;
}

const HEADER = 'X-Confirm';

/** Makes the call again after the person has confirmed, so that nothing typed is lost. */
export async function repeatWhenConfirmed(
  response: Response,
  repeat: () => Promise<Response>,
): Promise<Response> {
  if (!confirm || !response.headers.has(HEADER)) return response;
  asked ??= confirm().finally(() => {
    asked = null;
  });
  return (await asked) ? repeat() : response;
}
