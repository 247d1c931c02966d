import assert from 'node:assert/strict'
import { globSync, mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { iconFolder, putIcons, trayIcons, trayScales, trayStates } from '../../../build/packaging/icons.ts'
import { PartMissing } from '../../../build/packaging/parts.ts'
import { type Pixel, readPng } from '../../support/app/png.ts'

const panels = { light: 0xf2, dark: 0x1e }
const temporary = () => mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
const filesBelow = (folder: string) =>
  globSync('**/*.png', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()

function smallest(state: (typeof trayStates)[number], template: boolean): readonly Pixel[] {
  const [icon] = trayIcons(state, template)
  assert.ok(icon)
  return readPng(join(iconFolder, icon.file)).pixels
}

/** How bright a pixel is on a panel, 0 to 255, as whoever sees no colours would tell. */
function brightness({ red, green, blue, alpha }: Pixel, panel: number): number {
  const own = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (own * alpha + panel * (255 - alpha)) / 255
}

/** How many pixels of two icons differ clearly in brightness. */
function difference(one: readonly Pixel[], other: readonly Pixel[], panel: number): number {
  const bright = (pixel: Pixel | undefined) => (pixel ? brightness(pixel, panel) : 0)
  return one.filter((pixel, at) => Math.abs(bright(pixel) - bright(other[at])) > 48).length
}

const pairs = trayStates.flatMap((one, at) => trayStates.slice(at + 1).map((other) => [one, other] as const))

describe('The icons of the tray', () => {
  it('exist in each scale, for each state', () => {
    for (const state of trayStates)
      for (const template of [false, true])
        for (const { file, size } of trayIcons(state, template)) {
          const { width, height } = readPng(join(iconFolder, file))
          assert.deepEqual([width, height], [size, size], file)
        }
    const sizes = Object.entries(trayScales).map(([scale, size]) => `running${scale} ${size}`)
    assert.deepEqual(sizes, ['running 16', 'running@2x 32', 'running@3x 48'])
  })

  it('follow the naming of macOS templates', () => {
    assert.deepEqual(
      trayIcons('needs-you', true).map(({ file }) => file),
      ['tray/needs-youTemplate.png', 'tray/needs-youTemplate@2x.png', 'tray/needs-youTemplate@3x.png'],
    )
  })

  it('that are templates are black, and differ only in transparency', () => {
    for (const state of trayStates)
      for (const { file } of trayIcons(state, true)) {
        const { pixels } = readPng(join(iconFolder, file))
        const coloured = pixels.filter(({ red, green, blue, alpha }) => alpha > 0 && red + green + blue > 0)
        assert.deepEqual(coloured, [], file)
        assert.ok(pixels.some(({ alpha }) => alpha > 200) && pixels.some(({ alpha }) => alpha === 0), file)
      }
  })

  for (const [panel, shade] of Object.entries(panels)) {
    it(`are visible on a ${panel} panel`, () => {
      for (const state of trayStates) {
        const clear = smallest(state, false).filter(
          (pixel) => Math.abs(brightness(pixel, shade) - shade) > 48,
        )
        assert.ok(clear.length >= 60, `${state}: ${clear.length}`)
      }
    })

    it(`can be distinguished on a ${panel} panel without colours`, () => {
      for (const [one, other] of pairs) {
        const pixels = difference(smallest(one, false), smallest(other, false), shade)
        assert.ok(pixels >= 10, `${one} and ${other} differ in ${pixels} pixels`)
      }
    })
  }

  it('that are templates can be distinguished', () => {
    for (const [one, other] of pairs) {
      const pixels = difference(smallest(one, true), smallest(other, true), panels.light)
      assert.ok(pixels >= 10, `${one} and ${other} differ in ${pixels} pixels`)
    }
  })
})

describe('The app of a package', () => {
  it('has all icons of the tray, and that of its windows', () => {
    using folder = temporary()
    putIcons(folder.path)
    const wanted = trayStates.flatMap((state) =>
      [false, true].flatMap((template) => trayIcons(state, template)),
    )
    assert.deepEqual(filesBelow(folder.path), ['icon.png', ...wanted.map(({ file }) => file)].toSorted())
    assert.equal(filesBelow(folder.path).length, 37)
    for (const { file } of wanted)
      assert.deepEqual(readFileSync(join(folder.path, file)), readFileSync(join(iconFolder, file)))
    assert.equal(readPng(join(folder.path, 'icon.png')).width, 256)
  })

  for (const missing of ['256x256.png', 'tray/paused@2x.png', 'tray/startingTemplate.png']) {
    it(`is not built without ${missing}`, async () => {
      using icons = temporary()
      using folder = temporary()
      await cp(iconFolder, icons.path, { recursive: true })
      rmSync(join(icons.path, missing))
      assert.throws(
        () => putIcons(folder.path, icons.path),
        (error) => {
          assert.ok(error instanceof PartMissing)
          assert.match(error.message, /^the app is not whole: there is no /)
          assert.ok(error.message.replaceAll('\\', '/').endsWith(missing))
          return true
        },
      )
    })
  }
})
