import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './layout.ts'

interface About {
  readonly version: string
  readonly description: string
  readonly license: string
}

/** What the `package.json` of a program in a package says; it also marks where the program lies. */
export function aboutProgram(program: string) {
  const { version, description, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as About
  return { name: `companion-${program}`, version, description, license, private: true, type: 'module' }
}

/** What that of the app says besides: its name for people, and the entry of the desktop that its windows belong to. */
export function aboutApp() {
  const names = { productName: 'Companion', desktopName: 'companion-app.desktop' }
  return { ...aboutProgram('app'), ...names, main: 'main.mjs' }
}

/** Writes what a program says of itself into its folder. */
export function writeAbout(folder: string, about: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
}
