import { text } from 'node:stream/consumers'
import { usageError } from './cli-error.ts'
import { askSecret, askSecretBeside, canAsk } from './prompt.ts'

/**
 * The twelve words that open something, from standard input where that was asked for, else from `COMPANION_WORDS`, else from
 * the person at the terminal; in lower case, one space between them.
 */
export async function askWords(environment: NodeJS.ProcessEnv, fromInput: boolean): Promise<string> {
  const given = fromInput ? await text(process.stdin) : environment['COMPANION_WORDS']
  if (given?.trim()) return plainWords(given)
  if (fromInput) throw usageError('standard input has no words')
  if (!canAsk())
    throw usageError(
      'the words are missing',
      'Without a terminal they are read from standard input with --words-stdin, or from COMPANION_WORDS.',
    )
  return plainWords(await askSecret('The twelve words'))
}

/** The same where standard input is taken by something else; null where nobody can be asked. */
export async function askWordsBeside(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const given = environment['COMPANION_WORDS'] ?? ''
  const typed = given.trim() === '' ? await askSecretBeside('The twelve words') : given
  return typed === null ? null : plainWords(typed)
}

const plainWords = (typed: string) => typed.normalize('NFKD').toLowerCase().trim().split(/\s+/).join(' ')

/** What is said of an encrypted home that was restored, after everything else. */
export function encryptionText({
  encrypted,
  words,
}: {
  readonly encrypted: boolean
  readonly words: string | null
}): string {
  if (!encrypted) return ''
  if (words === null)
    return '\nIt is encrypted as it was, with the passphrase that it had; forgotten, restore it with --new-passphrase.'
  return `\nIt is encrypted, with the new passphrase. These words open it, too, and are shown this once:\n\n  ${words}\n`
}
