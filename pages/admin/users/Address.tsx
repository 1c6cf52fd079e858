/** An e-mail address that is broken before its @ where it does not fit, and only then elsewhere. */
export function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className="[overflow-wrap:anywhere]">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
