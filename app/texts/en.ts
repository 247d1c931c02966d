import { emotions } from '../../daemon/client/texts/en/emotions.ts'
import type { Emotion } from '../member/member-view.ts'

/** What the app says, in English. */
export const en = {
  state: {
    starting: 'Companion is starting …',
    running: (name: string) => `${name} is here`,
    talking: (name: string) => `${name} is writing to you`,
    'needs-you': (name: string) => `${name} needs you`,
    paused: (name: string) => `${name} is paused`,
    trouble: 'Companion has a problem',
    nobody: 'Nobody is signed in',
  },
  locked: 'Companion is locked',
  mood: (name: string, emotion: Emotion) => `${name} feels ${emotions[emotion]}`,
  waiting: (count: number) =>
    count === 1 ? '1 thing is waiting for you' : `${count} things are waiting for you`,
  all: 'Show all …',
  ask: 'Ask something …',
  open: 'Open Companion',
  pause: 'Pause',
  paused: (until: string) => `Paused until ${until}`,
  paused_open: 'Paused until you resume',
  pauses: { hour: 'For an hour', tomorrow: 'Until tomorrow morning', open: 'Until I resume' },
  resume: 'Resume',
  start_at_login: 'Start at login',
  shortcut: (keys: string) => `Ask with ${keys}`,
  restart: 'Restart',
  logs: 'Show the logs',
  look_for_updates: 'Check for updates',
  update: {
    looking: 'Checking for updates …',
    fetching: (version: string, percent: number) => `Downloading ${version}: ${percent} %`,
    ready: (version: string) => `Update to ${version} now`,
    none: 'Companion is up to date.',
    failed: 'Couldn’t check for updates.',
  },
  quit: 'Quit',
  view: {
    title: 'View',
    reload: 'Reload',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    usual: 'Actual size',
    full: 'Full screen',
    close: 'Close',
  },
  act: { approve: 'Approve', reject: 'Reject', seen: 'Seen', answer: 'Your answer' },
  trouble: {
    title: 'Companion isn’t running',
    crashes: 'It stopped five times and won’t restart on its own. The last it said:',
    newer:
      'A newer Companion is running on this computer, and this one leaves it alone. Update this one and start it again.',
    held: 'Another program is using Companion’s home folder and isn’t answering. The last it said:',
    again: 'Try again',
  },
  no_keychain: {
    title: 'This desktop has no keychain',
    body: 'Companion can’t lock your sign-in away here: anyone who can open your files can open Companion.',
    linux: 'GNOME Keyring or KWallet can help.',
  },
}
export type Texts = typeof en
