import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { putShellFiles, shellFiles } from '../../../build/packaging/shell-files.ts'
import { root } from '../../../build/packaging/layout.ts'
import { createProgram } from '../../../daemon/cli/program.ts'
import { commandTable } from '../../../daemon/cli/completion/command-table.ts'
import { manPage } from '../../../daemon/cli/completion/man-page.ts'
import { bashCompletion, fishCompletion, zshCompletion } from '../../../daemon/cli/completion/shells.ts'
import { operations } from '../../../daemon/client/description.ts'
import { isDerived, wordsOf } from '../../../daemon/cli/derived.ts'
import { cliProgram } from '../../support/programs.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const write = (name: string, text: string) => {
  writeFileSync(join(folder.path, name), text)
  return join(folder.path, name)
}

const table = commandTable(createProgram({}))
const files = {
  bash: write('companion.bash', bashCompletion(table)),
  zsh: write('_companion', zshCompletion(table)),
  fish: write('companion.fish', fishCompletion(table)),
  man: write('companion.1', manPage(table, '1.2.3')),
}

function run(program: string, ...args: string[]) {
  const environment = { ...process.env, HOME: folder.path, XDG_CONFIG_HOME: folder.path, MANWIDTH: '80' }
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: environment })
  return { status, stdout, stderr }
}

/** Why a program cannot be tried; false where it can. */
const without = (program: string, flag = '--version') =>
  spawnSync(program, [flag]).error ? `there is no ${program} on this machine` : false

/** What bash offers after these words, of which the last is being typed. */
function offered(...words: string[]): string[] {
  const script =
    'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _companion; printf "%s\\n" "${COMPREPLY[@]}"'
  const { stdout, stderr, status } = run('bash', '--norc', '-c', script, 'bash', files.bash, ...words)
  assert.equal(status, 0, stderr)
  return stdout.trim().split('\n')
}

describe('The table of commands', () => {
  it('has every operation, with its flags', () => {
    const paths = new Set(table.map(({ path }) => path.join(' ')))
    const missing = [...operations.values()].filter(
      (one) => isDerived(one) && !paths.has(wordsOf(one.name).join(' ')),
    )
    assert.deepEqual(missing, [])
    const search = table.find(({ path }) => path.join(' ') === 'memory search')
    assert.ok(search?.flags.some(({ names }) => names.includes('--created-after')))
  })
})

describe('The completion of bash', { skip: without('bash') }, () => {
  it('is in order for bash', () => {
    assert.deepEqual(run('bash', '-n', files.bash), { status: 0, stdout: '', stderr: '' })
  })

  it('completes commands, at every depth', () => {
    assert.deepEqual(offered('companion', 'stat'), ['status'])
    assert.deepEqual(offered('companion', 'memory', 'sea'), ['search'])
    assert.deepEqual(offered('companion', 'daemon', ''), ['start', 'stop', 'restart', 'logs'])
  })

  it('completes the flags of a command', () => {
    assert.deepEqual(offered('companion', 'daemon', 'logs', '--li'), ['--lines'])
    assert.deepEqual(offered('companion', 'memory', 'search', '--created-a'), ['--created-after'])
  })

  it('completes what a flag may be, and takes no value for a command', () => {
    assert.deepEqual(offered('companion', 'daemon', 'logs', '--level', 'w'), ['warn'])
    assert.deepEqual(offered('companion', '--key-file', 'memory', 'log'), ['login', 'logout'])
  })
})

describe('The completion of zsh', { skip: without('zsh') }, () => {
  it('is in order for zsh, and known to it once it is sourced', () => {
    assert.deepEqual(run('zsh', '-n', files.zsh), { status: 0, stdout: '', stderr: '' })
    const script = `autoload -U compinit; compinit -u -D; source ${files.zsh}; print $_comps[companion]`
    assert.equal(run('zsh', '-f', '-c', script).stdout, '_companion\n')
  })
})

describe('The completion of fish', { skip: without('fish') }, () => {
  const completed = (line: string) =>
    run('fish', '-c', `source ${files.fish}; complete -C '${line}'`)
      .stdout.trim()
      .split('\n')
      .map((offer) => offer.split('\t')[0])

  it('is in order for fish', () => {
    assert.deepEqual(run('fish', '-n', files.fish), { status: 0, stdout: '', stderr: '' })
  })

  it('completes commands, flags and what those may be', () => {
    assert.deepEqual(completed('companion memory sea'), ['search'])
    assert.deepEqual(completed('companion daemon logs --li'), ['--lines'])
    assert.deepEqual(completed('companion daemon logs --level w'), ['warn'])
  })
})

describe('The manual page', () => {
  it('describes every command', { skip: without('man') }, () => {
    const { stdout, stderr } = run('man', '-l', '--warnings', '-P', 'cat', files.man)
    assert.equal(stderr, '')
    for (const words of ['companion memory search', 'companion daemon logs', 'companion service install'])
      assert.ok(stdout.includes(words), words)
  })

  it('is in order for mandoc', { skip: without('mandoc', '-Tlint') }, () => {
    // A page of the same version is the same whenever it is written: it has no date.
    const warnings = run('mandoc', '-Tlint', '-Wwarning', files.man).stdout.split('\n')
    assert.deepEqual(
      warnings.filter((line) => line !== '' && !line.includes('missing date')),
      [],
    )
  })
})

describe('What a package has for shells and man', () => {
  it('is written by its command line', () => {
    const share = join(folder.path, 'share')
    putShellFiles(share, cliProgram)
    const text = (path: string) => {
      const bytes = readFileSync(join(share, path))
      return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    }
    assert.match(text('man/man1/companion.1.gz'), /^\.TH COMPANION 1 /)
    assert.equal(text('bash-completion/completions/companion'), bashCompletion(table))
  })

  it('is linked at the installation of the deb, and taken away with it', () => {
    for (const script of ['after-install.sh', 'after-remove.sh']) {
      const text = readFileSync(join(root, 'build', 'linux', script), 'utf8')
      assert.deepEqual(
        Object.keys(shellFiles).filter((path) => !text.includes(path)),
        [],
        script,
      )
    }
  })
})
