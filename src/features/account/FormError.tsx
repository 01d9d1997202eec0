/** What went wrong with a form as a whole; nothing while nothing did. */
export const FormError = ({ text }: { text: string }) =>
  text ? (
    <p className="notice notice--red" role="alert">
      {text}
    </p>
  ) : null;
