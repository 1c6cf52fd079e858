/** Three steps, the middle one highest: the product's mark. */
export function Mark() {
  return (
    <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <path d="M10 5h8v20h-8z" fill="var(--brand)" />
      <path d="M1 13h8v12H1zM19 17h8v8h-8z" fill="var(--ink)" />
    </svg>
  );
}
