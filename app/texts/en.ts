import { emotions } from '../../daemon/ui/catalogue/en/emotions.ts'
import type { Emotion } from '../member/member-view.ts'

const feeling: Readonly<Record<Emotion, string>> = emotions

/** What the app says, in English. */
export const en = {
  state: {
    starting: 'Companion is starting …',
    running: (name: string) => `${name} is here`,
    talking: (name: string) => `${name} is writing to you`,
    'needs-you': (name: string) => `${name} needs you`,
    paused: (name: string) => `${name} is paused`,
    trouble: 'Companion is in trouble',
    nobody: 'Nobody is signed in',
  },
  mood: (name: string, emotion: Emotion) => `${name} feels ${feeling[emotion]}`,
  waiting: (count: number) => (count === 1 ? '1 thing waits for you' : `${count} things wait for you`),
  all: 'Show all …',
  ask: 'Ask something …',
  open: 'Open Companion',
  pause: 'Pause',
  paused: (until: string) => `Paused until ${until}`,
  paused_open: 'Paused until you resume',
  pauses: { hour: 'For an hour', tomorrow: 'Until tomorrow morning', open: 'Until I resume' },
  resume: 'Resume',
  start_at_login: 'Start with this computer',
  shortcut: (keys: string) => `Ask by ${keys}`,
  restart: 'Restart',
  logs: 'Show the logs',
  look_for_updates: 'Look for updates',
  update: {
    looking: 'Looking for updates …',
    fetching: (version: string, percent: number) => `Fetching ${version}: ${percent} %`,
    ready: (version: string) => `Update to ${version} now`,
    none: 'Companion is up to date.',
    failed: 'No update could be looked for.',
  },
  quit: 'Quit',
  view: {
    title: 'View',
    reload: 'Reload',
    larger: 'Larger',
    smaller: 'Smaller',
    usual: 'Usual size',
    full: 'Full screen',
    close: 'Close',
  },
  act: { approve: 'Approve', reject: 'Reject', seen: 'Seen', answer: 'Your answer' },
  trouble: {
    title: 'Companion does not run',
    crashes: 'It ended five times, and is not started again by itself. What it said last:',
    newer:
      'A newer Companion runs on this computer, which this one leaves alone. Update this one, and start it again.',
    held: 'Another program keeps the home of Companion, and does not answer. What was said last:',
    again: 'Try again',
  },
  no_keychain: {
    title: 'This desktop has no keychain',
    body: 'Companion cannot lock your sign-in away here: whoever can open your files can open Companion.',
    linux: 'GNOME Keyring or KWallet helps.',
  },
}
export type Texts = typeof en
