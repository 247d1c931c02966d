import type { NotificationConstructorOptions } from 'electron'
import type { Client } from '../../daemon/client/client.ts'
import type { Electron, Notice } from '../electron.ts'
import { type Interaction, nameOf } from '../../daemon/client/interaction.ts'
import type { Texts } from '../texts/en.ts'
import { type Choice, choicesOf, replyOf, takesWords } from './choices.ts'

interface NoticesDependencies {
  readonly Notification: Electron['Notification']
  readonly platform: NodeJS.Platform
  readonly texts: Texts
  readonly icon: string
  /** Calls as the signed-in member. */
  readonly client: () => Client
  /** Opens an interaction in a small window, without taking the focus unless the user asked for it. */
  readonly open: (interaction_id: string, asked: boolean) => void
  /** Whether a window of the app has the focus, which shows new interactions itself. */
  readonly looking: () => boolean
}

/** Tells of what waits, with what can be done about it where the desktop has a place for that; a click always opens it. */
export class Notices {
  readonly #dependencies: NoticesDependencies
  readonly #shown = new Map<string, Notice>()

  constructor(dependencies: NoticesDependencies) {
    this.#dependencies = dependencies
  }

  tell(interaction: Interaction, companion: string): void {
    const { Notification, icon, looking, open } = this.#dependencies
    const { interaction_id } = interaction
    if (looking()) return
    if (!Notification.isSupported()) return open(interaction_id, false)
    this.over(interaction_id)
    const choices = this.#acts() ? choicesOf(interaction, this.#dependencies.texts) : []
    const notice = new Notification({
      title: companion,
      body: nameOf(interaction),
      icon,
      urgency: interaction.severity === 'high' ? 'critical' : 'normal',
      timeoutType: interaction.requirement === 'required' ? 'never' : 'default',
      ...this.#answering(interaction, choices),
    })
    notice.on('click', () => open(interaction_id, true))
    notice.on('action', ({ actionIndex }) => void this.#do(interaction, choices[actionIndex] ?? null))
    notice.on('reply', ({ reply }) => void this.#do(interaction, replyOf(reply)))
    // One that Windows has put into its list by itself can still be taken out of there.
    notice.on('close', ({ reason }) => {
      if (reason !== 'timedOut') this.#shown.delete(interaction_id)
    })
    // Desktops refuse some; then there is the small window.
    notice.on('failed', () => open(interaction_id, false))
    this.#shown.set(interaction_id, notice)
    notice.show()
  }

  over(interaction_id: string): void {
    this.#shown.get(interaction_id)?.close()
    this.#shown.delete(interaction_id)
  }

  /** Nobody is signed in any more. */
  clear(): void {
    for (const interaction_id of this.#shown.keys()) this.over(interaction_id)
  }

  /** Linux leaves it to each desktop whether buttons are shown: there a click opens the small window. */
  #acts(): boolean {
    return this.#dependencies.platform !== 'linux'
  }

  #answering(interaction: Interaction, choices: readonly Choice[]): NotificationConstructorOptions {
    if (choices.length > 0) return { actions: choices.map(({ text }) => ({ type: 'button', text })) }
    return this.#acts() && takesWords(interaction)
      ? { hasReply: true, replyPlaceholder: this.#dependencies.texts.act.answer }
      : {}
  }

  async #do({ interaction_id }: Interaction, choice: Choice | null): Promise<void> {
    const { client, open } = this.#dependencies
    try {
      if (!choice) throw new TypeError('unknown choice')
      await client().callByName(choice.operation, { interaction_id, ...choice.input })
      this.over(interaction_id)
    } catch {
      // The window says what is wrong.
      open(interaction_id, true)
    }
  }
}
