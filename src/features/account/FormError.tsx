/** The error of a form as a whole; renders nothing without one. */
export const FormError = ({ text }: { text: string }) =>
  text ? (
    <p className="notice notice--red" role="alert">
      {text}
    </p>
  ) : null;
