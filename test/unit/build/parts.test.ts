import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { ownTarget, root, targets } from '../../../build/packaging/layout.ts'
import { findLlama, llamaComponent, llamaLicences } from '../../../build/packaging/llama.ts'
import { filesOf, packageFiles, PartMissing } from '../../../build/packaging/parts.ts'
import { packagedFiles } from '../../../build/packaging/staging.ts'
import { assertComplete } from '../../../build/packaging/completeness.ts'

const linux = { os: 'linux', arch: 'x64' } as const

function folderOf(...files: string[]) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const at = (file: string) => join(folder.path, file)
  for (const file of files) {
    mkdirSync(dirname(at(file)), { recursive: true })
    writeFileSync(at(file), file)
  }
  return { path: folder.path, at, [Symbol.dispose]: () => folder.remove() }
}

const wanted = () =>
  Object.entries(packageFiles(linux)).flatMap(([name, patterns]) =>
    patterns.map((pattern) => join(name, pattern.replace(/\{([^,]+),.*?\}/g, '$1').replaceAll('*', 'one'))),
  )

describe('The allow-list of packages', () => {
  it('names existing files for this machine, and none of another', () => {
    const files = packagedFiles(ownTarget()).map((file) => file.slice(root.length).replaceAll('\\', '/'))
    const machine = `${process.platform}-${process.arch}`
    assert.ok(files.some((file) => file.endsWith(`better-sqlite3/prebuilds/${machine}.node`)))
    const native = files.filter((file) => /\.(node|so|dylib|dll)(\.\d+)?$/.test(file))
    const own = [machine, machine.replace('-', '/'), machine.replace('win32', 'windows')]
    for (const file of native)
      assert.ok(
        own.some((part) => file.includes(part)),
        file,
      )
    assert.deepEqual(
      files.filter((file) => /\.(c|cc|cpp|h|hpp|ts|map|gyp)$/.test(file)),
      [],
    )
  })

  it('is satisfied if every part is there', () => {
    using modules = folderOf(
      ...wanted(),
      'better-sqlite3/src/better_sqlite3.cpp',
      'argon2/prebuilds/win32-x64/a.node',
    )
    const files = packagedFiles(linux, modules.path)
    assert.deepEqual(files.toSorted(), wanted().map(modules.at).toSorted())
  })

  for (const [name, part] of [
    ['better-sqlite3', 'prebuilds/linux-x64.node'],
    ['argon2', 'prebuilds/linux-x64/oneglibc.node'],
    ['onnxruntime-node', 'bin/napi-v6/linux/x64/libonnxruntime.so.1'],
    ['sqlite-vec-linux-x64', 'vec0.so'],
    ['@fastify/swagger-ui', 'static/swagger-ui.css'],
    ['grpc-health-check', 'proto/health/v1/health.proto'],
  ] as const) {
    it(`reports in a sentence that ${name} lacks ${part}`, () => {
      using modules = folderOf(...wanted())
      rmSync(modules.at(join(name, part)))
      assert.throws(
        () => packagedFiles(linux, modules.path),
        (error) => {
          assert.ok(error instanceof PartMissing)
          assert.match(
            error.message,
            new RegExp(`^the package ${name} is not whole for linux-x64: there is no `),
          )
          return true
        },
      )
    })
  }

  it('does not accept a folder as a file', () => {
    using folder = folderOf('some/file')
    assert.throws(() => filesOf(folder.path, ['*'], 'this'), /^Error: this: there is no /)
    assert.deepEqual(filesOf(folder.path, ['some/*'], 'this'), [folder.at('some/file')])
  })

  it('knows every target', () => {
    for (const target of targets)
      for (const [name, patterns] of Object.entries(packageFiles(target)))
        assert.ok(patterns.length > 0, name)
  })
})

describe('llama.cpp', () => {
  const own = 'node-llama-cpp/package.json'
  const binariesOf = (name: string) =>
    [
      'package.json',
      'dist/index.js',
      'bins/one/a.json',
      'bins/one/llama-addon.node',
      'bins/one/libllama.so',
    ].map((file) => `@node-llama-cpp/${name}/${file}`)

  it('comes along with the binaries for this machine and for no other, and nothing to build with', () => {
    const { files, lacking } = findLlama(ownTarget())
    assert.equal(lacking, null)
    const { os, arch } = ownTarget()
    const native = files.filter((file) => /\.(node|so|dylib|dll)$/.test(file))
    assert.ok(native.some((file) => file.endsWith('llama-addon.node')))
    for (const file of native)
      assert.match(file.replaceAll('\\', '/'), new RegExp(`/${os}-${arch}[^/]*/[^/]+$`))
    assert.deepEqual(
      files.filter((file) => !native.includes(file) && !/\.js(on)?$|LICENSE$/.test(file)),
      [],
    )
  })

  it('brings the binaries for graphics cards too, where there are some for the target', () => {
    using modules = folderOf(own, ...binariesOf('linux-x64'), ...binariesOf('linux-x64-vulkan'))
    const { files, lacking } = findLlama(linux, modules.path)
    assert.equal(lacking, null)
    const all = [...binariesOf('linux-x64'), ...binariesOf('linux-x64-vulkan')].map(modules.at)
    assert.deepEqual(files.toSorted(), all.toSorted())
  })

  it('goes without graphics cards, and says so, where only the binaries for them are not installed', () => {
    using modules = folderOf(own, ...binariesOf('linux-x64'))
    const { files, lacking } = findLlama(linux, modules.path)
    assert.equal(files.length, binariesOf('linux-x64').length)
    assert.match(lacking ?? '', /graphics cards .* @node-llama-cpp\/linux-x64-vulkan is not installed\.$/)
  })

  it('stays out, and says why, where it is not installed for the target', () => {
    using modules = folderOf(own, ...binariesOf('linux-x64'))
    for (const target of targets.filter(({ os, arch }) => os !== 'linux' || arch !== 'x64')) {
      const { files, lacking } = findLlama(target, modules.path)
      assert.deepEqual(files, [])
      assert.match(
        lacking ?? '',
        new RegExp(`^llama\\.cpp does not come along, as @node-llama-cpp/${target.os}-`),
      )
    }
    rmSync(modules.at('node-llama-cpp'), { recursive: true })
    const { files, lacking } = findLlama(linux, modules.path)
    assert.deepEqual(files, [])
    assert.match(lacking ?? '', /as node-llama-cpp is not installed/)
  })

  it('is refused where one of its packages is there and not whole', () => {
    using modules = folderOf(own, ...binariesOf('linux-x64'))
    rmSync(modules.at('@node-llama-cpp/linux-x64/bins/one/llama-addon.node'))
    assert.throws(() => findLlama(linux, modules.path), PartMissing)
  })

  it('is among the licences and in the bill of materials', () => {
    for (const author of ['The ggml authors', 'Niels Lohmann', 'yhirose'])
      assert.ok(llamaLicences().includes(author), author)
    const { name, version } = llamaComponent()
    assert.match(`${name}@${version}`, /^llama\.cpp@\w[\w.]+$/)
  })
})

describe('A finished package', () => {
  const parts = ['cli/cli.mjs', 'daemon/daemon.mjs', 'daemon/node_modules/argon2/argon2.cjs']

  it('is complete with the app and every staged file', () => {
    using stage = folderOf(...parts)
    using resources = folderOf('app.asar', 'app-update.yml', ...parts)
    assertComplete(linux, resources.path, stage.path)
  })

  it('is refused without its app', () => {
    using stage = folderOf(...parts)
    using resources = folderOf(...parts)
    assert.throws(() => assertComplete(linux, resources.path, stage.path), /has no app\.asar/)
  })

  it('is refused if a part is missing or truncated, by its name', () => {
    using stage = folderOf(...parts)
    using resources = folderOf('app.asar', ...parts)
    rmSync(resources.at('daemon/node_modules'), { recursive: true })
    writeFileSync(resources.at('cli/cli.mjs'), '')
    assert.throws(
      () => assertComplete(linux, resources.path, stage.path),
      (error: Error) => error.message.includes('cli/cli.mjs') && error.message.includes('argon2.cjs'),
    )
  })

  it('is refused if nothing was staged for it', () => {
    using stage = folderOf()
    using resources = folderOf('app.asar')
    assert.throws(() => assertComplete(linux, resources.path, stage.path), /nothing was gathered/)
  })
})
