import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../build/packaging/layout.ts'
import { importsOf, namedIn, sources } from '../support/sources.ts'

/** What a source stands for that it neither imports nor names: the pages that a browser loads, a package's parts. */
const standsFor: Record<string, readonly string[]> = {
  'test/support/browser.ts': ['daemon/ui/main.tsx', 'daemon/main.ts'],
  'test/support/app/packaged.ts': [
    'build/scripts/package.ts',
    'app/main.ts',
    'daemon/main.ts',
    'daemon/cli/main.ts',
  ],
  'test/support/app/app-process.ts': ['app/main.ts'],
  'test/support/app/real-app.ts': ['app/main.ts'],
}

/** The files that differ from a revision, those that git does not know as well, from the project's folder. */
export function changedSince(revision: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', revision, '--'), ...git('ls-files', '--others', '--exclude-standard')]
}

/**
 * Those of the test files that depend on files that have changed, by what they import, start and load. What is only a
 * type matters to the compiler alone; what is no source counts as every source in its folder. The tests of the house
 * look at all files, so they are always among them.
 */
export function affectedTests(changed: readonly string[], tests: readonly string[]): string[] {
  const all = sources('app', 'daemon', 'build', 'test')
  const goals = new Set(
    changed.flatMap((file) =>
      isSource(file) ? [file] : [file, ...all.filter((source) => dirname(source) === dirname(file))],
    ),
  )
  const edges = new Map<string, readonly string[]>()
  const edgesOf = (file: string) => {
    const dependencies = edges.get(file) ?? dependenciesOf(file, all)
    edges.set(file, dependencies)
    return dependencies
  }
  const reaches = (test: string) => {
    const seen = new Set<string>()
    const next = [test]
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      if (goals.has(file)) return true
      if (seen.has(file)) continue
      seen.add(file)
      next.push(...edgesOf(file))
    }
    return false
  }
  return tests.filter((test) => test.startsWith('test/house/') || reaches(test))
}

const isSource = (file: string) => /\.(tsx?|mjs|js)$/.test(file)

function dependenciesOf(file: string, all: readonly string[]): string[] {
  if (!isSource(file) || !existsSync(join(root, file))) return []
  const imported = importsOf(file).filter(({ typeOnly }) => !typeOnly)
  return [
    ...imported.map(({ file: dependency }) => dependency),
    ...namedIn(file, all),
    ...(standsFor[file] ?? []),
  ]
}

/** The test files that have cases for long runs, by the names that `long.ts` gives those, or tables, which have some each. */
export function longTests(tests: readonly string[]): string[] {
  return tests.filter((test) =>
    /\b(?:itLong|itScaled)\b|[sS]cenarios\(/.test(readFileSync(join(root, test), 'utf8')),
  )
}
