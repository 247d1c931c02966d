import { join } from 'node:path'
import type { Electron, TrayIcon } from '../electron.ts'
import type { Speech } from '../texts/texts.ts'
import { type TrayState, trayStateOf } from './tray-state.ts'
import { type MenuActions, type Facts, menuOf } from './menu.ts'

interface TrayDependencies {
  readonly electron: Pick<Electron, 'Menu' | 'Tray'>
  readonly platform: NodeJS.Platform
  readonly icons: string
  readonly speech: Speech
  readonly acts: MenuActions
}

export class AppTray {
  readonly #dependencies: TrayDependencies
  readonly #tray: TrayIcon
  #shown: TrayState = 'starting'
  /** What the menu says, without what it does. */
  #read = ''

  constructor(dependencies: TrayDependencies) {
    this.#dependencies = dependencies
    this.#tray = new dependencies.electron.Tray(this.#image('starting'))
    // On a Mac a click opens the menu, and on Linux it depends on the desktop.
    this.#tray.on('click', () => {
      if (dependencies.platform !== 'darwin') dependencies.acts.open(null)
    })
  }

  show(facts: Facts): void {
    const { acts, electron, speech } = this.#dependencies
    const trayState = trayStateOf(facts.daemon, facts.view)
    if (trayState !== this.#shown) this.#tray.setImage(this.#image(trayState))
    this.#shown = trayState
    const menu = menuOf(facts, acts, speech)
    // Setting it closes it where it is open, so it is only set where something reads otherwise.
    const read = JSON.stringify(menu)
    if (read === this.#read) return
    this.#read = read
    this.#tray.setToolTip(menu[0]?.label ?? '')
    // A menu that is changed after it was set stays as it was on Linux, so it is made anew.
    this.#tray.setContextMenu(electron.Menu.buildFromTemplate(menu))
  }

  /** Rebuilds the menu in any case: the system has ticked an entry by itself. */
  forget(): void {
    this.#read = ''
  }

  destroy(): void {
    this.#tray.destroy()
  }

  /** A Mac colours the icons of its bar itself, from one that says by its name that it may. */
  #image(trayState: TrayState): string {
    const { icons, platform } = this.#dependencies
    return join(icons, platform === 'darwin' ? `${trayState}Template.png` : `${trayState}.png`)
  }
}
