import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { IsObject, type TObject } from 'typebox'
import openApi from '../../daemon/client/openapi.json' with { type: 'json' }
import { createProgram } from '../../daemon/cli/program.ts'
import { ConfigSchema } from '../../daemon/kernel/config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { root } from '../../build/packaging/layout.ts'

const pages = globSync(['*.md', 'docs/*.md', 'models/*.md', '.github/**/*.md'], { cwd: root }).toSorted()
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const withoutCode = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const headings = [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

const linksOf = (page: string) =>
  [...withoutCode(read(page)).matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)].map(([, link = '']) => link)

/** What is wrong with a link of a page; null where nothing is. */
function faultOf(page: string, link: string): string | null {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(root, target))) return `${link}: there is no ${target}`
  if (anchor === undefined || extname(target) !== '.md' || anchorsOf(target).has(anchor)) return null
  return `${link}: ${target} has no such heading`
}

function settings({ properties }: TObject, above: string[] = []): { path: string; default: unknown }[] {
  return Object.entries(properties).flatMap(([key, schema]) =>
    IsObject(schema)
      ? settings(schema, [...above, key])
      : [{ path: [...above, key].join('.'), default: 'default' in schema ? schema.default : undefined }],
  )
}

describe('The documentation', () => {
  for (const page of pages) {
    it(`${page} has no broken links`, () => {
      assert.deepEqual(
        linksOf(page)
          .map((link) => faultOf(page, link))
          .filter((fault) => fault !== null),
        [],
      )
    })
  }

  it('links every page from the README', () => {
    const linked = new Set(linksOf('README.md').map((link) => link.split('#')[0]))
    assert.ok(pages.length > 10)
    assert.deepEqual(
      pages.filter((page) => page.startsWith('docs/') && !linked.has(page)),
      [],
    )
  })

  it('has both commands on the first screen of the README', () => {
    const screen = read('README.md').split('\n').slice(0, 40).join('\n')
    const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(screen) ?? []
    assert.match(commands, /^npm start\b/m)
    assert.match(commands, /^npm test\b/m)
  })

  it('has a changelog of one page as long as nothing is released', () => {
    const changelog = read('CHANGELOG.md')
    if (/^## \[\d/m.test(changelog)) return
    assert.match(packageJson.version, /^0\./)
    const lines = changelog.split('\n')
    assert.ok(lines.length <= 80, `${lines.length} lines`)
    assert.deepEqual(
      lines.filter((line) => line.length > 140),
      [],
    )
  })

  it('names only scripts that exist', () => {
    const named = pages
      .filter((page) => page !== 'CHANGELOG.md')
      .flatMap((page) => [...read(page).matchAll(/npm run (?:--silent )?([\w:-]*\w)(?!\w*…)/g)])
      .map(([, name = '']) => name)
    assert.ok(named.length > 20)
    assert.deepEqual(
      named.filter((name) => !Object.hasOwn(packageJson.scripts, name) && name !== 'bench'),
      [],
    )
  })

  it('lists every benchmark', () => {
    const told = read('docs/benchmarks.md')
    const benchmarks = Object.keys(packageJson.scripts).filter((name) => name.startsWith('bench:'))
    assert.deepEqual(
      benchmarks.filter((name) => !told.includes(`npm run ${name}\``)),
      [],
    )
  })

  it('names only commands that exist', () => {
    const groups = new Map<string, Set<string>>()
    for (const { operationId } of Object.values(openApi.paths).flatMap((methods) => Object.values(methods))) {
      const [group = '', verb = ''] = operationId.replaceAll('_', '-').split('.')
      groups.set(group, (groups.get(group) ?? new Set()).add(verb))
    }
    for (const group of createProgram({}).commands)
      for (const verb of group.commands) groups.get(group.name())?.add(verb.name())
    const words = [...groups.keys()].join('|')
    const command = new RegExp(`(?:companion(?: --)?|\`) ?(${words}) ([a-z]+(?:-[a-z]+)*)`, 'g')
    const named = pages
      .filter((page) => page.startsWith('docs/') || page === 'README.md')
      .flatMap((page) => [...read(page).matchAll(command)])
    assert.ok(named.length > 40)
    assert.deepEqual(
      named.filter(([, group = '', verb = '']) => !groups.get(group)?.has(verb)).map(([whole]) => whole),
      [],
    )
  })

  for (const { path, default: fallback } of settings(ConfigSchema)) {
    it(`documents ${path}, its variable and its default`, () => {
      const row = read('docs/configuration.md')
        .split('\n')
        .find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${path}\``))
      assert.ok(row)
      assert.ok(row.includes(`\`COMPANION_${path.replaceAll('.', '_').toUpperCase()}\``))
      if (fallback !== undefined)
        assert.equal(
          row.split('|')[2]?.trim().replaceAll('`', ''),
          JSON.stringify(fallback).replaceAll('"', ''),
        )
    })
  }
})
