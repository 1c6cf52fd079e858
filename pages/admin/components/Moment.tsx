import { LocalTime } from '#renderer/ui/LocalTime.tsx';

/** A moment in a table's cell: in one line, however narrow the window. */
export function Moment({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap">
      <LocalTime moment={at} />
    </span>
  );
}
