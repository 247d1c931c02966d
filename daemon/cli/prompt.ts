import { createInterface } from 'node:readline/promises'
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

/** Asks for a secret twice, until both are the same. */
export async function askNewSecret(question: string): Promise<string> {
  for (;;) {
    const first = await askSecret(question)
    if ((await askSecret(`${question} again`)) === first) return first
    process.stderr.write('The two do not match; please try again.\n')
  }
}

async function readLine(prompt: string, hidden: boolean): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({
    input: process.stdin,
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
