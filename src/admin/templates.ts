import { atom } from 'nanostores';
import { read } from '../lib/api.ts';
import { adminApi } from './requests.ts';
import { $isAssistant } from './rights.ts';

interface Template {
  name: string;
  text: string;
}

/** The ready-made texts of the profile; empty until they are loaded. */
export const $replyTemplates = atom<Template[]>([]);
export const $deliveryTemplates = atom<Template[]>([]);

/** A failure is no reason for a message: one can write without them. */
export async function loadTemplates(): Promise<void> {
  // Part of the profile, which is closed to assistants.
  if ($isAssistant.get()) return;
  const { profile } = await read(adminApi.profile.$get()).catch(() => ({ profile: null }));
  if (!profile) return;
  $replyTemplates.set(profile.replyTemplates);
  $deliveryTemplates.set(profile.deliveryTemplates);
}
