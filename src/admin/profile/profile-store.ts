import { accentStyle } from '../../../api/modules/catalog/profile/accent-rules.ts';
import { BLANK_PROFILE } from '../../../api/modules/catalog/profile/form-rules.ts';
import { monogramOf } from '../../../api/modules/catalog/profile/rules.ts';
import type { AdminProfileDto } from '../../../api/modules/catalog/profile/save-profile.ts';
import { ApiError, readJson } from '../../lib/api.ts';
import { createEditor, type EditableItem } from '../edit/create-editor.ts';
import { adminApi } from '../requests.ts';

export type ProfileForm = Omit<AdminProfileDto, 'version' | 'updatedAt' | 'canUndo'>;
type EditedProfile = AdminProfileDto & EditableItem;

const { profile: profileApi } = adminApi;

/** There is one profile, which visitors always see. */
const toItem = (profile: AdminProfileDto): EditedProfile => ({
  ...profile,
  _id: 'profile',
  status: 'published',
});

const toSaveResult = async (call: Promise<{ message: string; profile: AdminProfileDto }>) => {
  const { message, profile } = await call;
  showBrand(profile);
  return { message, item: toItem(profile) };
};

/** The page of the dashboard was made at the last publish; it shows a saved brand at once. */
function showBrand(profile: AdminProfileDto): void {
  const { style } = document.documentElement;
  style.cssText = accentStyle(profile.brand.accent);
  style.setProperty('--monogram', JSON.stringify(monogramOf(profile)));
}

const notPossible = () => Promise.reject(new ApiError(0, 'There is one profile only.'));

export const profileEditor = createEditor<ProfileForm, EditedProfile>({
  blank: { ...BLANK_PROFILE, portrait: null, reviewPictures: [], showcase: [] },
  find: async () => toItem((await readJson(profileApi.$get())).profile),
  create: notPossible,
  save: (_, body, version) =>
    toSaveResult(readJson(profileApi.$put({ json: { ...body, version } }))),
  setStatus: notPossible,
  undo: (_, version) => toSaveResult(readJson(profileApi.undo.$post({ json: { version } }))),
});
