import { ApiError } from '../lib/api.ts';

/** A file as the API takes it. One that cannot be read fails with `message`, like a refusal of the server. */
export const readDataUrl = (file: Blob, message = 'The file could not be read.'): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new ApiError(400, message));
    reader.readAsDataURL(file);
  });
