import type { ReactNode } from 'react';
import { useDrag, useDragLayer, useDrop } from 'react-dnd';
import { HTML5Backend } from 'react-dnd-html5-backend';
import { DndProvider, MouseTransition, type MultiBackendOptions, TouchTransition } from 'react-dnd-multi-backend';
import { TouchBackend } from 'react-dnd-touch-backend';
import type { Ranking } from './ranking.ts';
import type { Ballot } from './use-ballot.ts';

/** How long a finger must rest before a choice lifts, so that a swipe still scrolls. */
const liftMs = 180;

const backends: MultiBackendOptions = {
  backends: [
    { id: 'mouse', backend: HTML5Backend, transition: MouseTransition },
    {
      id: 'touch',
      backend: TouchBackend,
      options: { delayTouchStart: liftMs },
      preview: true,
      transition: TouchTransition,
    },
  ],
};

const type = 'choice';

interface Dragged {
  id: number;
  name: string;
  /** The ranking before the drag, for one that is broken off. */
  before: Ranking;
}

/** Where choices can be dragged, by mouse and by touch. */
export function DragArea({ children }: { children: ReactNode }) {
  return (
    <DndProvider options={backends}>
      {children}
      <UnderTheFinger />
    </DndProvider>
  );
}

/** What is dragged, where the browser draws nothing by itself: on touch screens. */
function UnderTheFinger() {
  const { item, at } = useDragLayer((monitor) => ({
    item: monitor.getItem<Dragged | null>(),
    at: monitor.getClientOffset(),
  }));
  if (!item || !at) return null;
  return (
    <p
      aria-hidden
      style={{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, -130%)` }}
      className="pointer-events-none fixed top-0 left-0 z-50 hidden rounded-sm border-2 border-brand bg-sheet px-4 py-2 font-semibold shadow-lift [@media(hover:none)]:block"
    >
      {item.name}
    </p>
  );
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
