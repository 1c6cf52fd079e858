import { useMutation } from '@tanstack/react-query';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchFile } from '#renderer/data/api.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { toast } from '#renderer/ui/toast.tsx';

/** A link to a file that may ask for the password first: fetched as any call, and handed to the browser then. */
export function DownloadLink({ address, name, children }: { address: string; name: string; children: string }) {
  const { t } = useTexts('admin');
  const { mutate, isPending } = useMutation<Blob, ApiError>({
    mutationFn: () => fetchFile(address),
    onSuccess(file) {
      const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name });
      link.click();
      URL.revokeObjectURL(link.href);
    },
    onError: ({ text }) => toast({ title: t('failed'), text: text ?? t('common:error.retry'), look: 'danger' }),
  });
  return (
    <ButtonLink
      href={address}
      download
      look="plain"
      size="sm"
      aria-busy={isPending || undefined}
      onClick={(event) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      {children}
    </ButtonLink>
  );
}
