const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

type Unit = 'd' | 'h' | 'm' | 's';
export type CountdownPart = { unit: Unit; value: number };

function split(ms: number): Record<Unit, number> {
  const left = Math.max(0, ms);
  return {
    d: Math.floor(left / day),
    h: Math.floor((left % day) / hour),
    m: Math.floor((left % hour) / minute),
    s: Math.floor((left % minute) / second),
  };
}

const pick = (parts: Record<Unit, number>, units: Unit[]) => units.map((unit) => ({ unit, value: parts[unit] }));

/** A card's countdown (specification 1, section 2): days, hours and minutes, larger units dropped while they are zero. */
export function cardCountdown(ms: number): CountdownPart[] {
  const parts = split(ms);
  if (parts.d > 0) return pick(parts, ['d', 'h', 'm']);
  return pick(parts, parts.h > 0 ? ['h', 'm'] : ['m']);
}

/** The vote page's countdown (specification 1, section 4): four formats, down to the second. */
export function voteCountdown(ms: number): CountdownPart[] {
  const parts = split(ms);
  if (parts.d > 0) return pick(parts, ['d', 'h', 'm']);
  if (parts.h > 0) return pick(parts, ['h', 'm', 's']);
  return pick(parts, parts.m > 0 ? ['m', 's'] : ['s']);
}
