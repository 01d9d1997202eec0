import { Button } from './Button.tsx';

/** An error line with a retry button, for a part of a page that could not be loaded. */
export const LoadError = ({ message, retry }: { message: string; retry: () => unknown }) => (
  <p className="row" role="alert">
    {message}
    <Button small onClick={() => void retry()}>
      Try again
    </Button>
  </p>
);
