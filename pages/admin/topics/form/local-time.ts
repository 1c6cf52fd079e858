const two = (value: number) => String(value).padStart(2, '0');

/**
 * A moment (ISO 8601) as an input of type datetime-local takes it: in the zone of the browser, to the minute. What is no
 * moment stays as it is.
 */
export function toLocalInput(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What was typed into such an input as a moment in UTC; what cannot be understood stays, for the server to refuse. */
export function fromLocalInput(typed: string): string {
  if (typed === '') return '';
  const date = new Date(typed);
  return Number.isNaN(date.getTime()) ? typed : date.toISOString();
}
