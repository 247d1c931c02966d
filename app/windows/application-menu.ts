import type { MenuItemConstructorOptions } from 'electron'
import type { Texts } from '../texts/en.ts'

/**
 * The windows' menu: the usual shortcuts of a page, zoom included, and no developer tools. On Linux and Windows it is
 * hidden until Alt is pressed.
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
