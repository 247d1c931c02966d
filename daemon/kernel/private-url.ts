const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether nobody in between can change what `url` returns: https, or http on this machine. */
export function isPrivate(url: string): boolean {
  const protocol = URL.parse(url)?.protocol
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(url))
}

/** Whether `url` is of this machine. */
export function isLoopback(url: string): boolean {
  return loopback.has(URL.parse(url)?.hostname ?? '')
}
