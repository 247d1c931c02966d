import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { ReadStream } from 'node:tty'
import { Writable } from 'node:stream'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'

/** Whether a terminal can be prompted. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** Asks on the terminal, on stderr so that stdout holds results alone; asks again until there is an answer. */
export async function ask(question: string): Promise<string> {
  for (;;) {
    const text = (await readLine(`${question}: `, false)).trim()
    if (text !== '') return text
  }
}

/** Asks for yes or no; Enter alone is no. */
export async function askYesNo(question: string): Promise<boolean> {
  for (;;) {
    const text = (await readLine(`${question} [y/N] `, false)).trim().toLowerCase()
    if (text === '' || text === 'n' || text === 'no') return false
    if (text === 'y' || text === 'yes') return true
  }
}

/** Asks for a secret, which is not shown. */
export async function askSecret(question: string): Promise<string> {
  for (;;) {
    const text = await readLine(`${question}: `, true)
    if (text !== '') return text
  }
}

/** The same where standard input is taken by something else; null where there is no terminal besides. */
export async function askSecretBeside(question: string): Promise<string | null> {
  const terminal = openTerminal()
  if (terminal === null) return null
  try {
    for (;;) {
      const text = await readLine(`${question}: `, true, terminal)
      if (text !== '') return text
    }
  } finally {
    terminal.destroy()
  }
}

/** The terminal that the program was started at, whatever its standard input is; null where there is none. */
function openTerminal(): ReadStream | null {
  let descriptor: number | null = null
  try {
    descriptor = openSync(process.platform === 'win32' ? String.raw`\\.\CONIN$` : '/dev/tty', 'r')
    return new ReadStream(descriptor)
  } catch {
    if (descriptor !== null) closeSync(descriptor)
    return null
  }
}

/** Asks for a secret twice, until both are the same. */
export async function askNewSecret(question: string): Promise<string> {
  for (;;) {
    const first = await askSecret(question)
    if ((await askSecret(`${question} again`)) === first) return first
    process.stderr.write('The two do not match; please try again.\n')
  }
}

async function readLine(
  prompt: string,
  hidden: boolean,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({
    input,
    output: hidden ? nowhere : process.stderr,
    terminal: true,
    historySize: 0,
  })
  if (hidden) process.stderr.write(prompt)
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  terminal.once('SIGINT', interrupt)
  terminal.once('close', interrupt)
  try {
    return await terminal.question(hidden ? '' : prompt, { signal: interrupted.signal })
  } catch {
    if (!hidden) process.stderr.write('\n')
    throw new CliError(exitCodes.interrupted, 'interrupted, nothing was changed')
  } finally {
    if (hidden) process.stderr.write('\n')
    terminal.close()
  }
}
