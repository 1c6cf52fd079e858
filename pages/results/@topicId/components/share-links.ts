/** Where results can be shared by a plain link, and the address that takes a text and a page's address there. */
export const sharePlaces: { name: string; link(text: string, address: string): string }[] = [
  { name: 'X', link: (text, url) => `https://x.com/intent/post?${new URLSearchParams({ text, url })}` },
  { name: 'Facebook', link: (_text, u) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u })}` },
  { name: 'WhatsApp', link: (text, url) => `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}` },
];
