import assert from 'node:assert/strict'
import { hash } from 'node:crypto'

export type ArchiveLine = Readonly<Record<string, unknown>> & { readonly type: string }

/** The lines of an archive, each as JSON, the first and the last one too. */
export function archiveLines(text: string): ArchiveLine[] {
  assert.ok(text.endsWith('\n'))
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as ArchiveLine)
}

export const linesOf = (text: string, ...types: readonly string[]): ArchiveLine[] =>
  archiveLines(text).filter(({ type }) => types.includes(type))

/** An archive of these lines, the first one too, that ends as it has to. */
export function sealed(lines: readonly ArchiveLine[]): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return `${text}${JSON.stringify({ type: 'end', lines: lines.length, sha256: hash('sha256', text) })}\n`
}

/** An archive with other lines than it had; `change` answers null for what is to be gone. */
export const rewritten = (text: string, change: (line: ArchiveLine) => ArchiveLine | null): string =>
  sealed(
    archiveLines(text)
      .slice(0, -1)
      .flatMap((line) => change(line) ?? []),
  )
