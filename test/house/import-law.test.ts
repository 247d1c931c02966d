import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../build/packaging/layout.ts'
import { getTableName } from 'drizzle-orm'
import { migrations } from '../../daemon/store/migrate.ts'
import { daemonImportsOf, declaredTables, layerOf, sources } from '../support/sources.ts'

/** What each layer may import, itself always included, and why no more. */
const law: Record<string, { may: string[]; because: string }> = {
  kernel: { may: [], because: 'everything stands on the kernel, so it stands on nothing' },
  store: { may: ['kernel'], because: 'the store knows tables, not what they mean' },
  bus: { may: ['kernel'], because: 'the bus carries messages and knows none of them' },
  language: {
    may: ['kernel'],
    because: 'a language is words and what reads them: it knows neither tables nor features',
  },
  features: {
    may: ['bus', 'store', 'language', 'kernel'],
    because: 'a feature is called over the bus, whatever the protocol',
  },
  gateway: { may: ['bus', 'kernel'], because: 'the gateway knows operations by their declarations alone' },
  transports: {
    may: ['gateway', 'bus', 'kernel'],
    because: 'a transport turns its wire into calls and back',
  },
  archived: {
    may: ['features'],
    because: 'the list of what an archive has names the features and nothing else',
  },
  'table-rules': {
    may: ['features', 'store'],
    because: 'the list of what features say of their tables names them and nothing else',
  },
  threads: {
    may: ['table-rules', 'features', 'kernel'],
    because: 'a thread that works on a database is given what main gives features',
  },
  operations: {
    may: ['features', 'archived', 'table-rules', 'bus'],
    because: 'the registry names the features, and binds them where they do not meet on the bus',
  },
  main: {
    may: [
      'operations',
      'table-rules',
      'transports',
      'gateway',
      'bus',
      'features',
      'store',
      'language',
      'kernel',
    ],
    because: 'main is the one place where everything meets',
  },
  start: { may: ['main', 'kernel'], because: 'a process starts the daemon, and knows no part of it' },
  client: { may: ['kernel'], because: 'the client runs outside the daemon' },
  ui: { may: ['client'], because: 'the UI is a client like any other' },
  cli: { may: ['client'], because: 'the CLI is a client like any other' },
}

/** Layers whose types derive from the declarations of all operations; nothing of them is there at run time. */
const deriving = new Set(['client', 'gateway'])

/** Names of features that a source of the store has as words of its own, and which. */
const ownWords: Readonly<Record<string, string>> = {
  "daemon/store/filesystem.ts names 'memory'": 'a file system that lies in the memory of the machine',
  "daemon/store/mirror/rebuild.ts names 'backups'": 'the folder of a home that they lie in',
}

describe('The import law', () => {
  const files = sources('daemon')

  for (const [layer, { may, because }] of Object.entries(law)) {
    it(`${layer} imports ${may.join(', ') || 'nothing'}: ${because}`, () => {
      const broken = files
        .filter((file) => layerOf(file) === layer)
        .flatMap((file) =>
          daemonImportsOf(file)
            .filter(({ layer: imported }) => imported !== layer && !may.includes(imported))
            .filter((target) => !(deriving.has(layer) && target.typeOnly && target.layer === 'operations'))
            .map(({ specifier }) => `${file} imports ${specifier}`),
        )
      assert.deepEqual(broken, [])
    })
  }

  it('every source belongs to a layer', () => {
    const strangers = files.filter((file) => !(layerOf(file) in law))
    assert.deepEqual(strangers, [])
    assert.ok(files.length > 50)
  })

  it('features import none of each other: they meet on the bus, or at ports', () => {
    const feature = (file: string) => /^daemon\/features\/([\w-]+)\//.exec(file)?.[1]
    const broken = files
      .filter((file) => feature(file))
      .flatMap((file) =>
        daemonImportsOf(file)
          .filter(({ file: imported }) => feature(imported) && feature(imported) !== feature(file))
          .map(({ specifier }) => `${file} imports ${specifier}`),
      )
    assert.deepEqual(broken, [])
  })

  it('the registry binds features port by port: it omits nothing of a type, and spreads what is declared alone', () => {
    const registry = readFileSync(join(root, 'daemon/operations.ts'), 'utf8')
    assert.doesNotMatch(registry, /\bOmit</)
    const spread = [...registry.matchAll(/\.\.\.([^\s,]+)/g)].map(([, name = '']) => name)
    const declared = /(?:Topics|\.operations|^logOperations\(root\)|^household|^companion|^upkeep)$/
    assert.deepEqual(
      spread.filter((name) => !declared.test(name)),
      [],
    )
  })

  it('the store names no table of a feature and no feature: it knows them by what they declare', async () => {
    const declared = await declaredTables()
    const own = new Set(
      declared.filter(({ file }) => layerOf(file) === 'store').map(({ table }) => getTableName(table)),
    )
    // Virtual tables too, and those of older versions.
    const created = migrations().flatMap(({ sql }) =>
      [...sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name = '']) => name),
    )
    const tables = [...new Set(created)].filter((name) => !own.has(name))
    assert.ok(tables.length > 50)
    const features = files.flatMap((file) => /^daemon\/features\/([\w-]+)\//.exec(file)?.[1] ?? [])
    const named = (file: string) => {
      const text = readFileSync(file, 'utf8')
      const words = new Set(text.match(/\w+/g))
      // Features have names that are words: of these, what is quoted counts.
      const quoted = new Set(
        [...text.matchAll(/['"`]([\w-]+)['"`]|features\/([\w-]+)/g)].map((m) => m[1] ?? m[2]),
      )
      return [
        ...tables.filter((name) => words.has(name)),
        ...new Set(features.filter((name) => quoted.has(name)).map((name) => `'${name}'`)),
      ].map((name) => `${file} names ${name}`)
    }
    const naming = files.filter((file) => layerOf(file) === 'store').flatMap(named)
    assert.deepEqual(naming, Object.keys(ownWords))
  })

  it('the CLI and the client import neither the server nor the database', () => {
    const heavy = /from '(fastify|better-sqlite3|drizzle-orm|@grpc\/.*|argon2)/
    const broken = files
      .filter((file) => /^daemon\/(client|cli)\//.test(file))
      .filter((file) => heavy.test(readFileSync(file, 'utf8')))
    assert.deepEqual(broken, [])
  })

  it('the app imports the client of the daemon alone', () => {
    const broken = sources('app').flatMap((file) =>
      daemonImportsOf(file)
        .filter(({ layer }) => layer !== 'client')
        .map(({ specifier }) => `${file} imports ${specifier}`),
    )
    assert.deepEqual(broken, [])
  })

  it("only the app's main file and its preload script import Electron", () => {
    const having = sources('app').filter((file) =>
      /^import (?!type)[^;]*?from 'electron'/m.test(readFileSync(file, 'utf8')),
    )
    assert.deepEqual(having, ['app/main.ts', 'app/preload/bridge.ts'])
  })

  it('only the composition root and the tests start a daemon', () => {
    const outside = sources('build').filter((file) =>
      daemonImportsOf(file).some(({ layer }) => !['client', 'kernel', 'main'].includes(layer)),
    )
    assert.deepEqual(outside, [])
  })
})
