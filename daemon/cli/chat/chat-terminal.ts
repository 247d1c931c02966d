import { createInterface, type Interface, type Key } from 'node:readline'
import { Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { shortened, wrapped } from '../format/text.ts'
import { styled } from '../output.ts'
import { WordWrap } from './word-wrap.ts'

const prompt = '> '
/** Before each further line of a message. */
const continuation = '| '
/** How many lines the arrow keys lead back to; they are in memory alone. */
const historySize = 200
/** How many columns there are where the terminal does not know. */
const usualWidth = 80
/** How long after Esc it may still be the beginning of another key, in milliseconds. */
const escapeTimeoutMs = 100
/** Has the terminal say where a paste begins and ends, so that its lines are one message. */
const markPastes = { on: '\u001B[?2004h', off: '\u001B[?2004l' }
const eraseLine = '\r\u001B[K'
const eraseBelow = '\u001B[J'

interface ChatTerminalOptions {
  /** Called for Esc while a reply is written. */
  readonly onStop: () => void
  /** The same for Ctrl-C. */
  readonly onInterrupt: () => void
}

/** A terminal in which messages are written and replies are shown, one after the other. */
export class ChatTerminal {
  readonly #stdout = process.stdout
  readonly #gate = new Gate(this.#stdout)
  readonly #readline: Interface
  readonly #marks = process.env['TERM'] === 'dumb' ? { on: '', off: '' } : markPastes
  /** Whole messages that were not asked for yet: they were written while a reply was. */
  readonly #written: string[] = []
  /** The lines of a message before its last one. */
  #lines: string[] = []
  #pasting = false
  #wanted: ((message: string | null) => void) | null = null
  #left = false
  #wrap: WordWrap | null = null
  /** Whether the line that says that a reply is being waited for is shown. */
  #waiting = false

  constructor({ onStop, onInterrupt }: ChatTerminalOptions) {
    this.#readline = createInterface({
      input: process.stdin,
      output: this.#gate,
      terminal: true,
      prompt,
      historySize,
      removeHistoryDuplicates: true,
      escapeCodeTimeout: escapeTimeoutMs,
    })
    this.#stdout.write(this.#marks.on)
    this.#readline.on('line', (line) => this.#take(line))
    this.#readline.on('SIGINT', () => (this.#wanted ? this.#leave() : onInterrupt()))
    this.#readline.on('close', () => this.#leave())
    process.stdin.on('keypress', (_text: string | undefined, { name }: Key) => {
      if (name === 'paste-start') this.#pasting = true
      else if (name === 'paste-end') this.#pasting = false
      else if (name === 'escape' && !this.#wanted) onStop()
    })
  }

  /** The next message, once it is written; null where whoever writes leaves, by Ctrl-C or Ctrl-D. */
  async next(): Promise<string | null> {
    const written = this.#written.shift()
    if (written !== undefined) {
      this.show(`${prompt}${written.replaceAll('\n', `\n${continuation}`)}`)
      return written
    }
    if (this.#left) return null
    this.#gate.open = true
    this.#showPrompt()
    return new Promise((resolve) => {
      this.#wanted = (message) => {
        this.#wanted = null
        this.#gate.open = false
        resolve(message)
      }
    })
  }

  /** Shows a text that is whole, above what is being written; in `dim` for remarks. Control characters are the caller's to take out. */
  show(text: string, style?: 'dim'): void {
    const shown = wrapped(text, this.#width())
    const whole = style ? styled(style, shown) : shown
    if (!this.#wanted) return void this.#stdout.write(`${this.#eraseWaiting()}${whole}\n`)
    const { rows } = this.#readline.getCursorPos()
    const up = rows > 0 ? `\u001B[${rows}A` : ''
    this.#stdout.write(`${up}\r${eraseBelow}${whole}\n`)
    this.#showPrompt()
  }

  /** Says that something is being waited for, until anything else is shown. */
  wait(text: string): void {
    this.#stdout.write(styled('dim', shortened(text, this.#width())))
    this.#waiting = true
  }

  /** Shows a part of a reply, which may hold anything. */
  write(piece: string): void {
    if (piece === '') return
    this.#wrap ??= new WordWrap(() => this.#width())
    const shown = this.#wrap.next(piece)
    if (shown !== '') this.#stdout.write(`${this.#eraseWaiting()}${shown}`)
  }

  /** Ends the reply that is shown in parts; nothing where there is none. */
  endWriting(): void {
    const rest = this.#wrap?.end()
    if (rest !== undefined) this.#stdout.write(`${this.#eraseWaiting()}${rest}\n`)
    this.#wrap = null
  }

  close(): void {
    this.#left = true
    this.#readline.close()
    this.#stdout.write(`${this.#eraseWaiting()}${this.#marks.off}`)
  }

  /** One column stays free: some terminals break the line where the last one is written to. */
  #width(): number {
    return Math.max(1, (this.#stdout.columns || usualWidth) - 1)
  }

  #eraseWaiting(): string {
    const erased = this.#waiting ? eraseLine : ''
    this.#waiting = false
    return erased
  }

  #showPrompt(): void {
    this.#readline.setPrompt(this.#lines.length > 0 ? continuation : prompt)
    // Where the line stood when it was last drawn says nothing any more: something else was shown since.
    Reflect.set(this.#readline, 'prevRows', 0)
    this.#readline.prompt(true)
  }

  #take(line: string): void {
    const goesOn = this.#pasting || line.endsWith('\\')
    this.#lines.push(!this.#pasting && goesOn ? line.slice(0, -1) : line)
    if (goesOn) {
      if (this.#wanted) this.#showPrompt()
      return
    }
    const message = this.#lines.join('\n')
    this.#lines = []
    if (this.#wanted) this.#wanted(message)
    else this.#written.push(message)
  }

  #leave(): void {
    if (!this.#left && this.#wanted) this.#stdout.write('\n')
    this.#left = true
    this.#wanted?.(null)
  }
}

/** The terminal as the line editor sees it: what it draws is shown while something can be written, and not between replies. */
class Gate extends Writable {
  readonly #stdout: WriteStream
  open = false

  constructor(stdout: WriteStream) {
    super({ decodeStrings: false })
    this.#stdout = stdout
    stdout.on('resize', () => this.emit('resize'))
  }

  get columns(): number {
    return this.#stdout.columns || usualWidth
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.open) this.#stdout.write(chunk)
    done()
  }
}
