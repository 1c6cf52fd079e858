import type { ReactNode } from 'react';
import { useDragLayer } from 'react-dnd';
import { HTML5Backend } from 'react-dnd-html5-backend';
import { DndProvider, MouseTransition, type MultiBackendOptions, TouchTransition } from 'react-dnd-multi-backend';
import { TouchBackend } from 'react-dnd-touch-backend';

/** How long a finger must rest before something lifts, so that a swipe still scrolls. */
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

/** Where things can be dragged, by mouse and by touch. What is dragged has a `name`. */
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
    item: monitor.getItem<{ name: string } | null>(),
    at: monitor.getClientOffset(),
  }));
  if (!item || !at) return null;
  return (
    <p
      aria-hidden
      // Above the finger, and never out of the window at its start.
      style={{ transform: `translate(max(8px, ${at.x}px - 50%), calc(${at.y}px - 130%))` }}
      className="pointer-events-none fixed top-0 left-0 z-50 hidden rounded-sm border-2 border-brand bg-sheet px-4 py-2 font-semibold shadow-lift [@media(hover:none)]:block"
    >
      {item.name}
    </p>
  );
}
