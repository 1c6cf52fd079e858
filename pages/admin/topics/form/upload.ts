import type { TopicPicture } from '#modules/voting/contract/admin.ts';
import { ApiError } from '#renderer/data/api.ts';
import { languageHeader } from '#src/shared/languages.ts';

/** What the site takes as a picture. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/**
 * Stores a picture for a topic and gives its address. `onProgress` is told how much has been sent, from 0 to 1: fetch could
 * not say that. Throws ApiError.
 */
export function uploadPicture(file: File, onProgress: (sent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/admin/topic-pictures');
    request.setRequestHeader('Content-Type', file.type);
    request.setRequestHeader(languageHeader, document.documentElement.lang);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(null, 'no answer'));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 300) resolve((JSON.parse(responseText) as TopicPicture).address);
      else reject(new ApiError(new Response(null, { status, statusText }), responseText));
    };
    request.send(file);
  });
}
