/** One line where a part of a page could not be loaded, with the way to try again. */
export const LoadError = ({ message, retry }: { message: string; retry: () => unknown }) => (
  <p className="row" role="alert">
    {message}
    <button className="button button--small" type="button" onClick={() => void retry()}>
      Try again
    </button>
  </p>
);
