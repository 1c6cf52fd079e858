import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { illustrationOf } from '#modules/voting/rules/illustration.ts';
import { useTexts } from '#renderer/app/texts.ts';
import type { ApiError } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { pictureTypes, uploadPicture } from './upload.ts';
import type { TopicForm } from './use-topic-form.ts';

/** A topic's picture: put up by choosing or dropping a file, or named by an address elsewhere. */
export function Picture({ topicForm: { draft, set, errors } }: { topicForm: TopicForm }) {
  const { t } = useTexts('admin-topics');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState(0);
  const [otherKind, setOtherKind] = useState(false);
  const [unseen, setUnseen] = useState<string>();
  const upload = useMutation<string, ApiError, File>({
    mutationFn: (file) => uploadPicture(file, setSent),
    onMutate: () => setSent(0),
    onSuccess: (address) => set('image', address),
  });
  const send = (file: File) => {
    const known = pictureTypes.includes(file.type);
    setOtherKind(!known);
    upload.reset();
    if (known) upload.mutate(file);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = ''; // the same file may be chosen again
    if (file) send(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !upload.isPending) send(file);
  };
  const failure = otherKind
    ? t('picture.kind')
    : upload.error && (Object.values(upload.error.fields)[0] ?? upload.error.text ?? t('common:error.retry'));
  return (
    <section aria-labelledby="picture">
      <h3 id="picture" className="mb-2 text-lg">
        {t('picture.title')}
      </h3>
      {/* Dropping is one way of three: the button and the address do the same without a pointer. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classes(
          'flex flex-wrap items-center gap-4 rounded-sm border-2 border-dashed p-3',
          over ? 'border-brand bg-brand-wash' : 'border-field',
        )}
      >
        <img
          key={draft.image}
          src={draft.image || illustrationOf(draft)}
          alt=""
          width={160}
          height={90}
          onError={() => setUnseen(draft.image)}
          className="aspect-video w-40 shrink-0 rounded-sm border border-rule bg-paper object-cover"
        />
        <div className="min-w-0 flex-1 basis-40 space-y-2">
          <input
            ref={input}
            type="file"
            accept={pictureTypes.join()}
            onChange={choose}
            className="sr-only"
            tabIndex={-1}
            aria-hidden
          />
          <div className="flex flex-wrap gap-2">
            <Button look="plain" size="sm" busy={upload.isPending} onClick={() => input.current?.click()}>
              {t('picture.choose')}
            </Button>
            {draft.image !== '' && (
              <Button look="quiet" size="sm" onClick={() => set('image', '')}>
                {t('picture.remove')}
              </Button>
            )}
          </div>
          <p className="text-sm text-ink-soft">{t(draft.image ? 'picture.drop' : 'picture.illustration')}</p>
        </div>
        {upload.isPending && (
          <progress aria-label={t('picture.sending')} value={sent} className="h-2 w-full accent-brand" />
        )}
      </div>
      {failure && (
        <p role="alert" className="mt-1 text-sm font-semibold text-danger">
          {failure}
        </p>
      )}
      <div className="mt-3">
        <Field
          label={t('picture.address')}
          hint={t(draft.image !== '' && unseen === draft.image ? 'picture.unseen' : 'picture.hint')}
          inputMode="url"
          value={draft.image}
          onChange={(event) => set('image', event.target.value)}
          error={errors.fields.image}
          autoComplete="off"
        />
      </div>
    </section>
  );
}
