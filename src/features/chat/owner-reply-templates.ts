import { atom } from 'nanostores';
import { $isAssistant } from '../../admin/permissions.ts';
import { adminApi } from '../../admin/requests.ts';
import { readJson } from '../../lib/api.ts';
import type { Template } from './Composer.tsx';

/** The reply templates of the profile; empty until they are loaded. */
export const $replyTemplates = atom<Template[]>([]);
export const $deliveryTemplates = atom<Template[]>([]);

/** A failure shows no message, because messages can be written without templates. */
export async function loadTemplates(): Promise<void> {
  // Templates are part of the profile, which assistants may not open.
  if ($isAssistant.get()) return;
  const { profile } = await readJson(adminApi.profile.$get()).catch(() => ({ profile: null }));
  if (!profile) return;
  $replyTemplates.set(profile.replyTemplates);
  $deliveryTemplates.set(profile.deliveryTemplates);
}
