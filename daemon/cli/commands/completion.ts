import type { Command } from 'commander'
import { clientVersion } from '../../client/description.ts'
import { commandTable, type TableEntry } from '../completion/command-table.ts'
import { manPage } from '../completion/man-page.ts'
import { bashCompletion, fishCompletion, zshCompletion } from '../completion/shells.ts'

const writers = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  man: (table: readonly TableEntry[]) => manPage(table, clientVersion),
}

export type CompletionFor = keyof typeof writers

/** Prints what a shell, or `man`, is to know of every command of the program. */
export function printCompletion(program: Command, what: CompletionFor): void {
  process.stdout.write(writers[what](commandTable(program)))
}
