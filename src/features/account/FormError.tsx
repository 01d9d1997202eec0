/** The error of a form as a whole; renders nothing without one. */
export const FormError = ({ text, id }: { text: string; id?: string | undefined }) =>
  text ? (
    <p className="notice notice--red" role="alert" id={id}>
      {text}
    </p>
  ) : null;
