import { classes } from './classes.ts';

const medals = ['bg-gold', 'bg-silver', 'bg-bronze'];

/** The numeral of a place. Gold, silver and bronze for the first three, and for nothing else. */
export function Place({ rank, size = 'md' }: { rank: number; size?: 'md' | 'lg' }) {
  const medal = medals[rank - 1];
  return (
    <span
      aria-hidden
      className={classes(
        'numeral grid shrink-0 place-items-center rounded-sm',
        size === 'lg' ? 'size-12 text-3xl' : 'size-9 text-xl',
        medal ? `${medal} text-on-medal` : 'border border-rule bg-paper text-ink',
      )}
    >
      {rank}
    </span>
  );
}
