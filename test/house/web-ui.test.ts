import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { de } from '../../daemon/ui/catalogue/de.ts'
import { en } from '../../daemon/ui/catalogue/en.ts'
import { root } from '../../build/packaging/layout.ts'
import { sources } from '../support/sources.ts'

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>
const catalogues: Readonly<Record<string, Catalogue>> = { en, de }
const texts = (catalogue: Catalogue) =>
  new Map(
    Object.entries(catalogue).flatMap(([page, keys]) =>
      Object.entries(keys).map(([key, text]) => [`${page}:${key}`, text] as const),
    ),
  )
const english: ReadonlyMap<string, string> = texts(en)
const placeholders = (text: string) =>
  new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => String(name)))

describe('The catalogue of texts', () => {
  it('has the same texts in every language, and none is empty', () => {
    for (const catalogue of Object.values(catalogues)) {
      assert.deepEqual([...texts(catalogue).keys()].toSorted(), [...english.keys()].toSorted())
      assert.deepEqual(
        [...texts(catalogue)].filter(([, text]) => text.trim() === ''),
        [],
      )
    }
  })

  it('has the same placeholders for a text in every language', () => {
    for (const catalogue of Object.values(catalogues))
      for (const [key, text] of texts(catalogue))
        assert.deepEqual(placeholders(text), placeholders(english.get(key) ?? ''), key)
  })

  it('has a singular for every plural', () => {
    const plurals = [...english].filter(([key, text]) => key.endsWith('_other') && text.includes('{{count}}'))
    for (const [key] of plurals) assert.ok(english.has(key.replace(/_other$/, '_one')), key)
  })

  it('has no unused text', () => {
    const files = sources('daemon/ui').filter((file) => !file.startsWith('daemon/ui/catalogue/'))
    const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const named = new Set([...code.matchAll(/['"](?:\w+:)?([\w.]+)['"]/g)].map(([, name]) => name))
    // Some are put together at run time: `scheme.${value}`.
    const patterns = [...code.matchAll(/`(?:\w+:)?((?:[\w.]|\$\{[^`{}]*\})+)`/g)].map(
      ([, text = '']) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '.+')}$`),
    )
    const shown = (key: string) => {
      const whole = key.replace(/^\w+:/, '')
      const names = [whole, whole.replace(/_(zero|one|other)$/, '')]
      return names.some((name) => named.has(name) || patterns.some((pattern) => pattern.test(name)))
    }
    const unused = [...english.keys()].filter((key) => !key.startsWith('emotions:') && !shown(key))
    assert.deepEqual(unused, [])
  })
})

describe('The web UI', () => {
  it('never lets the browser parse text as HTML', () => {
    const risky = sources('daemon/ui').filter((file) =>
      /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|rehype-raw/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
    assert.deepEqual(risky, [])
  })

  it('stores no token where a page of another program could read it', () => {
    const storing = sources('daemon/ui').filter((file) =>
      /localStorage|document\.cookie|indexedDB/.test(readFileSync(join(root, file), 'utf8')),
    )
    // The language, whether to notify, and which end of the audit log was seen, none of which opens anything; Mantine keeps
    // the colours.
    assert.deepEqual(storing, [
      'daemon/ui/catalogue/language.ts',
      'daemon/ui/parts/desktop-notice.ts',
      'daemon/ui/system/security/seen-head.ts',
    ])
  })

  it('loads at most 250 KB of compressed JavaScript at first, whoever signs in', () => {
    const built = join(root, 'dist', 'ui')
    const page = readFileSync(join(built, 'index.html'), 'utf8')
    const entries = [...page.matchAll(/src="\.\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
    assert.notDeepEqual(entries, [])
    const named = (name: string) => globSync(`assets/${name}-*.js`, { cwd: built })
    for (const first of ['sign-in', 'talk-page', 'welcome-page', 'ask-page', 'answer-page']) {
      const files = new Set<string>()
      const follow = (file: string) => {
        if (files.has(file)) return
        files.add(file)
        const text = readFileSync(join(built, file), 'utf8')
        for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
          follow(`assets/${String(imported)}`)
      }
      assert.equal(named(first).length, 1, first)
      const texts = [named('common'), named('emotions')].flatMap(([one = '']) => one)
      for (const file of [...entries, ...named(first), ...texts]) follow(file)
      const bytes = [...files].reduce((sum, file) => sum + statSync(join(built, `${file}.br`)).size, 0)
      console.log(`JavaScript until ${first}: ${Math.round(bytes / 1_000)} KB`)
      assert.ok(bytes <= 250_000, `${first}: ${bytes} bytes`)
    }
  })

  it('makes no request to any other machine', () => {
    const page = readFileSync(join(root, 'daemon', 'ui', 'index.html'), 'utf8')
    assert.doesNotMatch(page, /https?:\/\//)
    const addresses = sources('daemon/ui')
      .filter((file) => !file.startsWith('daemon/ui/docs/'))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8')
        return [...text.matchAll(/(?:fetch|import|url)\(\s*['"`]https?:\/\/[^'"`]*/g)].map(
          ([use]) => `${file}: ${use}`,
        )
      })
    assert.deepEqual(addresses, [])
  })
})
