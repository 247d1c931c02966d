import type { MenuItemConstructorOptions } from 'electron'
import { type PauseChoice, pauseChoices } from '../../daemon/client/pause.ts'
import { pauseEnd } from '../../daemon/client/pause-text.ts'
import { nameOf } from '../../daemon/client/interaction.ts'
import type { MemberView } from '../member/member-view.ts'
import type { DaemonState } from '../supervisor/state.ts'
import type { Speech } from '../texts/texts.ts'
import type { UpdateState } from '../updates/updates.ts'
import { trayStateOf } from './tray-state.ts'

/** What the menu shows. */
export interface Facts {
  readonly daemon: DaemonState['state']
  /** Null while nobody is signed in. */
  readonly view: MemberView | null
  /** Null where there is nothing to start. */
  readonly startAtLogin: boolean | null
  /** The key of the window to ask in; null where it could not be had. */
  readonly shortcut: string | null
  /** Null where none is looked for. */
  readonly update: UpdateState | null
}

export interface MenuActions {
  /** Null brings the main window to the front as it is. */
  readonly open: (path: string | null) => void
  readonly ask: () => void
  readonly answer: (interaction_id: string) => void
  /** Null ends it. */
  readonly pause: (choice: PauseChoice | null) => void
  readonly setStartAtLogin: (wanted: boolean) => void
  readonly restart: () => void
  readonly showLogs: () => void
  readonly checkForUpdates: () => void
  readonly installUpdate: () => void
  readonly quit: () => void
}

type Item = MenuItemConstructorOptions
const line: Item = { type: 'separator' }
/** How much of what an interaction asks stands in the menu, in characters. */
const maxLabelLength = 60

/** The menu of the tray: how it is, what waits, and what can be done. */
export function menuOf(facts: Facts, actions: MenuActions, speech: Speech): Item[] {
  const { texts } = speech
  const { daemon, view } = facts
  const runs = daemon === 'running'
  return [
    ...statusItems(facts, speech),
    line,
    ...(view ? waiting(view, actions, speech) : []),
    { label: texts.open, click: () => actions.open(null) },
    {
      label: texts.ask,
      enabled: runs,
      click: actions.ask,
      ...(facts.shortcut ? { accelerator: facts.shortcut, registerAccelerator: false } : {}),
    },
    ...(view ? [pauses(view, actions, speech)] : []),
    line,
    ...(facts.startAtLogin === null ? [] : [starting(facts.startAtLogin, actions, speech)]),
    ...(facts.update ? [updates(facts.update, actions, speech)] : []),
    { label: texts.logs, click: actions.showLogs },
    { label: texts.restart, enabled: daemon !== 'stopping', click: actions.restart },
    { label: texts.quit, click: actions.quit },
  ]
}

/** One or two lines that cannot be clicked. */
function statusItems({ daemon, view }: Facts, { texts }: Speech): Item[] {
  const trayState = trayStateOf(daemon, view)
  const wording = texts.state[view === null && trayState === 'running' ? 'nobody' : trayState]
  const name = view?.companion ?? texts.state.nobody
  const state = daemon === 'locked' ? texts.locked : typeof wording === 'string' ? wording : wording(name)
  const mood = view?.emotion && trayState !== 'starting' && trayState !== 'trouble' ? [view.emotion] : []
  return [state, ...mood.map((emotion) => texts.mood(name, emotion))].map((label) => ({
    label,
    enabled: false,
  }))
}

function waiting({ waiting: count, foremost }: MemberView, actions: MenuActions, { texts }: Speech): Item[] {
  if (count === 0) return []
  const each = foremost.map((one) => ({
    label: shortened(nameOf(one)),
    click: () => actions.answer(one.interaction_id),
  }))
  const all = { label: texts.all, click: () => actions.open('/inbox') }
  return [{ label: texts.waiting(count), submenu: [...each, line, all] }]
}

function pauses({ paused_until }: MemberView, actions: MenuActions, { texts, locale }: Speech): Item {
  if (paused_until === null) {
    const choices = pauseChoices.map((choice) => ({
      label: texts.pauses[choice],
      click: () => actions.pause(choice),
    }))
    return { label: texts.pause, submenu: choices }
  }
  const end = { label: texts.resume, click: () => actions.pause(null) }
  const until = pauseEnd(paused_until, new Date(), locale, 'short')
  return { label: until === null ? texts.paused_open : texts.paused(until), submenu: [end] }
}

const starting = (checked: boolean, actions: MenuActions, { texts }: Speech): Item => ({
  type: 'checkbox',
  label: texts.start_at_login,
  checked,
  click: ({ checked }) => actions.setStartAtLogin(checked),
})

function updates(update: UpdateState, actions: MenuActions, { texts }: Speech): Item {
  if (update.state === 'looking') return { label: texts.update.looking, enabled: false }
  if (update.state === 'fetching')
    return { label: texts.update.fetching(update.version, Math.round(update.percent)), enabled: false }
  if (update.state === 'ready')
    return { label: texts.update.ready(update.version), click: actions.installUpdate }
  return { label: texts.look_for_updates, click: actions.checkForUpdates }
}

/** In one line. An `&` is written twice, since one alone marks a key. */
function shortened(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  const short = words.length > maxLabelLength ? `${words.slice(0, maxLabelLength - 1).trimEnd()}…` : words
  return short.replaceAll('&', '&&')
}
