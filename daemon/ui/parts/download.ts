/** Has the browser keep a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Only once the browser has surely begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
