/** /login, and /register with its other tab open (decision 6). */
export default function route({ urlPathname }: { urlPathname: string }) {
  return urlPathname === '/login' || urlPathname === '/register';
}
