import { CHANGED_ELSEWHERE } from '../../../api/platform/saving/texts.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../account/FormError.tsx';

interface Props {
  text: string;
  /** Discards what was typed and shows what is saved. */
  load: () => unknown;
  /** Without it, the form is sent again with `over`. */
  overwrite?: () => unknown;
}

/** Why a form was not saved; when another tab has saved since, the person decides which of the two stays. */
export const SaveProblem = ({ text, load, overwrite }: Props) =>
  text === CHANGED_ELSEWHERE ? (
    <div className="notice notice--amber stack stack--small" role="alert">
      <p>{text}</p>
      <p className="row">
        <Button small onClick={() => void load()}>
          Load that version
        </Button>
        <Button
          small
          {...(overwrite
            ? { onClick: () => void overwrite() }
            : { type: 'submit', name: 'over', value: 'yes' })}
        >
          Save mine over it
        </Button>
      </p>
    </div>
  ) : (
    <FormError text={text} />
  );
