import { Fragment } from 'react';
import { contacts } from '#src/shared/contacts.ts';

const addresses: string[] = Object.values(contacts);
// What the locales may hold besides plain text: **strong**, [a link](/path) and the site's own contact addresses.
const markup = new RegExp(
  `(\\*\\*[^*]+\\*\\*|\\[[^\\]]+\\]\\([^)]+\\)|${addresses.map((address) => address.replaceAll('.', '\\.')).join('|')})`,
);
const linkClasses = 'underline underline-offset-4 hover:text-brand';

interface RichTextProps {
  text: string;
  /** Opens its links in a new tab: beside a form, so that nothing typed is lost. */
  newTab?: boolean;
}

/** A text of the locales with its few marks: strong words, links to pages of this site, and contact addresses as mailto links. */
export function RichText({ text, newTab = false }: RichTextProps) {
  return text.split(markup).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
    return <Fragment key={index}>{rendered(part, newTab)}</Fragment>;
  });
}

function rendered(part: string, newTab: boolean) {
  if (addresses.includes(part)) return <MailLink address={part} />;
  const strong = /^\*\*(.+)\*\*$/.exec(part);
  if (strong) return <strong className="font-semibold">{strong[1]}</strong>;
  const link = /^\[(.+)\]\((\/.*)\)$/.exec(part);
  if (link) {
    return (
      <a href={link[2]} target={newTab ? '_blank' : undefined} className={linkClasses}>
        {link[1]}
      </a>
    );
  }
  return part;
}

/** An address to write to. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className={`${linkClasses} wrap-anywhere`}>
      {address}
    </a>
  );
}

/** Text of the locales: a string is a paragraph, an array of strings a list. */
export type Blocks = (string | string[])[];

/** Paragraphs and lists in a readable measure. */
export function Prose({ blocks }: { blocks: Blocks }) {
  return (
    <div className="max-w-[68ch] space-y-4">
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>
            <RichText text={block} />
          </p>
        ) : (
          <ul key={block[0]} className="list-disc space-y-2 pl-6 marker:text-ink-soft">
            {block.map((item) => (
              <li key={item}>
                <RichText text={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}
