import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Where Debian looks in `/usr/share` for what shells and `man` are to know of `companion`, and what writes it. */
export const shellFiles = {
  'bash-completion/completions/companion': 'bash',
  'zsh/vendor-completions/_companion': 'zsh',
  'fish/vendor_completions.d/companion.fish': 'fish',
  'man/man1/companion.1.gz': 'man',
} as const

/** Has a command line, by the path of its script, write them below a folder. */
export function putShellFiles(folder: string, cli: string): void {
  for (const [path, what] of Object.entries(shellFiles)) {
    const text = execFileSync(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      cli,
      'completion',
      what,
    ])
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, path.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text)
  }
}
