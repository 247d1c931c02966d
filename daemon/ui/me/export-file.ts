import { memberFileParts, type Progress } from '../../client/member-file.ts'

/** The name of the file with everything of a member, by the day that it is made: `companion-mia-2026-05-01.json`. */
export function fileNameOf(username: string, made_at: string): string {
  return `companion-${username}-${made_at.slice(0, 10)}.json`
}

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

/** How much of the whole is done, 0 to 100: each part counts the same. */
export function shareOf({ part, done, total }: Progress): number {
  const within = total === 0 ? 1 : done / total
  return ((memberFileParts.indexOf(part) + within) / memberFileParts.length) * 100
}

/** A size in bytes in words: 3 kB, 1.2 MB. */
export function sizeOf(bytes: number, language: string): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const)
  const format = { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 } as const
  return new Intl.NumberFormat(language, format).format(Math.max(1, bytes / size))
}
