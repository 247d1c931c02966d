import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './layout.ts'
import { filesOf } from './parts.ts'

export const trayStates = ['running', 'talking', 'needs-you', 'trouble', 'starting', 'paused'] as const
export type TrayState = (typeof trayStates)[number]

export const iconFolder = join(root, 'build', 'icons')

/** How large the icons of the tray are, in pixels, by what their names end in. */
export const trayScales = { '': 16, '@2x': 32, '@3x': 48 } as const

/** An icon of the tray in each scale, by file and pixels; a template is black, and macOS gives it the colour of its menu bar. */
export function trayIcons(
  state: TrayState,
  template: boolean,
): { readonly file: string; readonly size: number }[] {
  const name = `tray/${state}${template ? 'Template' : ''}`
  return Object.entries(trayScales).map(([scale, size]) => ({ file: `${name}${scale}.png`, size }))
}

const windowIcon = '256x256.png'

/** Puts the icons that the app shows into its folder; throws `PartMissing` where one is not there. */
export function putIcons(folder: string, from = iconFolder): void {
  const trays = trayStates.flatMap((state) => [false, true].flatMap((template) => trayIcons(state, template)))
  const places = new Map([[windowIcon, 'icon.png'], ...trays.map(({ file }) => [file, file] as const)])
  for (const [file, place] of places) {
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    for (const path of filesOf(from, [file], 'the app is not whole')) copyFileSync(path, join(folder, place))
  }
}
