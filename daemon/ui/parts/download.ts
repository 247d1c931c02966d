/** Has the browser keep a text as a file. */
export function download(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Only once the browser has surely begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
