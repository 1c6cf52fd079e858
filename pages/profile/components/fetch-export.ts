/** How often is asked for a file that is still being built, at most. */
const maxTries = 60;

/** Waits until an export is built, then has the browser save it. Rejects where that takes too long or fails. */
export async function fetchExport(address: string): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    const response = await fetch(address, { credentials: 'include' });
    if (response.status === 200) return save(await response.blob());
    if (response.status !== 202) break;
    const seconds = Number(response.headers.get('Retry-After') ?? 2);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
  throw new Error('the export is not there');
}

function save(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `podium-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
