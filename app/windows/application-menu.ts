import type { MenuItemConstructorOptions } from 'electron'
import type { Texts } from '../texts/en.ts'

/**
 * The menu of the windows: what the keys of a page need, larger and smaller letters among them, and no tools of developers.
 * On Linux and Windows it is hidden until somebody presses Alt.
 */
export function applicationMenu(
  platform: NodeJS.Platform,
  { view }: Pick<Texts, 'view'>,
): MenuItemConstructorOptions[] {
  const ofView: MenuItemConstructorOptions = {
    label: view.title,
    submenu: [
      { role: 'reload', label: view.reload },
      { type: 'separator' },
      { role: 'zoomIn', label: view.larger },
      { role: 'zoomOut', label: view.smaller },
      { role: 'resetZoom', label: view.usual },
      { type: 'separator' },
      { role: 'togglefullscreen', label: view.full },
      { role: 'close', label: view.close },
    ],
  }
  return platform === 'darwin'
    ? [{ role: 'appMenu' }, { role: 'editMenu' }, ofView, { role: 'windowMenu' }]
    : [ofView]
}
