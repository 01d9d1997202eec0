import { Checkbox } from '../../components/Field.tsx';
import { setAutomatic } from './publish-store.ts';

/** Whether saved changes are published without a click. */
export const AutomaticSwitch = ({ isOn }: { isOn: boolean }) => (
  <section className="card card--padded">
    <Checkbox
      label="Publish changes automatically"
      hint="The site is published a second after you save a change to it. Going back to a release switches this off. Clients’ reviews reach the site within a minute in any case."
      checked={isOn}
      onChange={({ target }) => void setAutomatic(target.checked)}
    />
  </section>
);
