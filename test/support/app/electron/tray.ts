import type { Menu, MenuItem, MenuItemConstructorOptions } from 'electron'
import type { Electron, TrayIcon } from '../../../../app/electron.ts'
import { Emitter } from './emitter.ts'

/** What a menu was made of. Electron's own class cannot be made without it, and is only handed on. */
const templates = new WeakMap<object, readonly MenuItemConstructorOptions[]>()

/** Menus, and that of the windows. */
export class StandInMenus implements Pick<Electron['Menu'], keyof Electron['Menu']> {
  application: readonly MenuItemConstructorOptions[] = []

  buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    const menu = {} as Menu
    templates.set(menu, template)
    return menu
  }

  setApplicationMenu(menu: Menu): void {
    this.application = flat(templates.get(menu) ?? [])
  }
}

export class StandInTray extends Emitter implements TrayIcon {
  image: string
  toolTip = ''
  destroyed = false
  #menu: Menu | null = null

  constructor(image: string) {
    super()
    this.image = image
  }

  setImage(image: unknown): void {
    this.image = String(image)
  }

  setToolTip(toolTip: string): void {
    this.toolTip = toolTip
  }

  setContextMenu(menu: Menu | null): void {
    this.#menu = menu
  }

  destroy(): void {
    this.destroyed = true
  }

  /** The entries of its menu, and of those below them. */
  get items(): readonly MenuItemConstructorOptions[] {
    return flat((this.#menu && templates.get(this.#menu)) ?? [])
  }

  get labels(): string[] {
    return this.items.flatMap(({ label }) => label ?? [])
  }

  /** Clicks the entry of this label, as somebody would; throws where there is none that can be clicked. */
  click(label: string): void {
    const item = this.items.find((one) => one.label === label)
    if (!item?.click || item.enabled === false)
      throw new Error(`there is no "${label}" to click among ${this.labels.join(', ')}`)
    const shown = { label, checked: item.type === 'checkbox' ? !item.checked : false } as MenuItem
    item.click(shown, undefined, {})
  }
}

/** Entries with those below them. */
function flat(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
}
