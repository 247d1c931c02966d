/** The name of an archive, by whose it is and when it was made: `companion-mia-2026-05-01.jsonl`, encrypted `….jsonl.age`. */
export function archiveNameOf(text: string, isSealed: boolean): string {
  // The first line, as the daemon has written it.
  const head = JSON.parse(text.slice(0, text.indexOf('\n'))) as {
    readonly made_at: string
    readonly member: { readonly username: string }
  }
  const { member, made_at } = head
  return `companion-${member.username}-${made_at.slice(0, 10)}.jsonl${isSealed ? '.age' : ''}`
}

/** A size in bytes in words: 3 kB, 1.2 MB. */
export function sizeOf(bytes: number, language: string): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const)
  const format = { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 } as const
  return new Intl.NumberFormat(language, format).format(Math.max(1, bytes / size))
}
