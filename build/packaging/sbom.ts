import { spawnSync } from 'node:child_process'
import { root } from './layout.ts'
import type { Shipped } from './shipped.ts'

interface Sbom {
  readonly metadata: { readonly component: object }
  readonly components: readonly { readonly 'bom-ref': string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** The bill of materials in the form of CycloneDX: what npm knows of all packages, of which those stay that come along. */
export function sbomOf(packages: readonly Shipped[], version: string, more: readonly object[] = []): string {
  const all = everything()
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const own = `companion@${version}`
  const component = { ...all.metadata.component, type: 'application', name: 'companion' }
  const sbom = {
    ...all,
    metadata: { ...all.metadata, component },
    components: [...all.components.filter((one) => shipped.has(one['bom-ref'])), ...more],
    dependencies: all.dependencies
      .filter(({ ref }) => ref === own || shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) })),
  }
  return `${JSON.stringify(sbom, null, 2)}\n`
}

function everything(): Sbom {
  const npm = process.env['npm_execpath']
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--offline']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const { status, stdout, stderr } = npm
    ? spawnSync(process.execPath, [npm, ...words], options)
    : spawnSync('npm', words, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`npm could not list the packages: ${stderr}`)
  return JSON.parse(stdout) as Sbom
}
