/** Has the browser keep a text, or bytes, as a file; a text is JSON where it is not said to be something else. */
export function download(
  name: string,
  content: BlobPart,
  type = typeof content === 'string' ? 'application/json' : 'application/octet-stream',
): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Only once the browser has surely begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
