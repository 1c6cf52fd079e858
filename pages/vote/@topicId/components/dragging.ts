import { useDrag, useDrop } from 'react-dnd';
import type { Ranking } from './ranking.ts';
import type { Ballot } from './use-ballot.ts';

const type = 'choice';

interface Dragged {
  id: number;
  name: string;
  /** The ranking before the drag, for one that is broken off. */
  before: Ranking;
}

/** Makes a choice one that can be picked up. A drag that ends nowhere changes nothing. */
export function useDraggableChoice(ballot: Ballot, id: number | undefined) {
  return useDrag<Dragged, unknown, { dragging: boolean }>(
    {
      type,
      canDrag: id !== undefined,
      item: () => ({ id: id ?? 0, name: ballot.nameOf(id ?? 0), before: ballot.ranking }),
      isDragging: (monitor) => monitor.getItem()?.id === id,
      collect: (monitor) => ({ dragging: monitor.isDragging() }),
      end: (item, monitor) => {
        if (!monitor.didDrop()) ballot.restore(item.before);
      },
    },
    [ballot, id],
  );
}

/**
 * Makes a line of the slip one that choices can be dropped on. A ranked choice moves while it is dragged over the lines,
 * so that the others make room under the eye; a new one comes in when it is dropped.
 */
export function usePlaceTarget(ballot: Ballot, place: number, line: { current: HTMLElement | null }) {
  return useDrop<Dragged, unknown, { over: boolean }>(
    {
      accept: type,
      collect: (monitor) => ({ over: monitor.isOver() && !ballot.ranking.includes(monitor.getItem().id) }),
      hover({ id }, monitor) {
        const from = ballot.ranking.indexOf(id);
        const box = line.current?.getBoundingClientRect();
        const y = monitor.getClientOffset()?.y;
        if (from < 0 || from === place || !box || y === undefined) return;
        // Only past the middle: at the edge two lines of unlike height would change places to and fro.
        const middle = box.top + box.height / 2;
        if (from < place ? y > middle : y < middle) ballot.put(id, place);
      },
      drop({ id }) {
        if (!ballot.ranking.includes(id)) ballot.put(id, place);
      },
    },
    [ballot, place],
  );
}

/** Makes the list of choices the place to drop what should leave the slip. */
export function useLeaveTarget(ballot: Ballot) {
  return useDrop<Dragged, unknown, unknown>(
    {
      accept: type,
      canDrop: ({ before, id }) => before.includes(id),
      drop: ({ id }) => ballot.take(id),
    },
    [ballot],
  );
}
