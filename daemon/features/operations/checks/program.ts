import { loadEncrypting } from '../../../store/driver.ts'
import { version } from '../../../kernel/version.ts'
import { type Check, type CheckFinding, reasonOf } from './look.ts'

/** The Node that Companion runs on, at least. */
const wantedNode = 24

/** The packages that hold native code, and what loads each. */
const nativeModules: Readonly<Record<string, () => Promise<unknown>>> = {
  'better-sqlite3': async () => {
    const { default: Database } = await import('better-sqlite3')
    const { load } = await import('sqlite-vec')
    const client = new Database(':memory:')
    load(client)
    client.close()
  },
  'better-sqlite3-multiple-ciphers': async () => loadEncrypting(),
  argon2: () => import('argon2'),
  'onnxruntime-node': () => import('onnxruntime-node'),
}

interface Loading {
  readonly node: string
  readonly modules: Readonly<Record<string, () => Promise<unknown>>>
}

/** Whether the program can run: its Node, and each native module, which is loaded. */
export async function judgeProgram({ node, modules }: Loading): Promise<CheckFinding[]> {
  const figures = { version, node, wanted: wantedNode }
  if (Number.parseInt(node, 10) < wantedNode)
    return [{ level: 'problem', finding: 'program_old_node', figures }]
  const broken: CheckFinding[] = []
  for (const [module, load] of Object.entries(modules)) {
    try {
      await load()
    } catch (error) {
      const reason = reasonOf(error)
      broken.push({ level: 'problem', finding: 'program_module_broken', figures: { module, node, reason } })
    }
  }
  return broken.length > 0 ? broken : [{ level: 'ok', finding: 'program_fine', figures: { version, node } }]
}

export const checkProgram: Check = () => judgeProgram({ node: process.versions.node, modules: nativeModules })

/** Whether a start would take the settings as they are written now. */
export const checkSettings: Check = ({ configError }) =>
  configError === null
    ? [{ level: 'ok', finding: 'settings_fine' }]
    : [
        {
          level: 'problem',
          finding: 'settings_broken',
          figures: { reason: configError },
          section: 'configuration',
        },
      ]
