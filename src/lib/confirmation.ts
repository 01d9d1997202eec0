type Confirm = () => Promise<boolean>;

let confirm: Confirm | null = null;

/** What asks the person once more who they are; each page that makes such calls sets it. */
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
  return (await confirm()) ? repeat() : response;
}
