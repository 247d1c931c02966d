import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { serverName, serversOf } from '../../../kernel/engine-server.ts'
import { fileSize, readIfThere } from '../../../kernel/home.ts'
import { programFile } from '../../../kernel/program.ts'
import { activeTable } from './database.ts'
import { type Check, type CheckFinding, type Look, quoted } from './look.ts'

const ModelFile = Type.Object({
  name: Type.String(),
  bytes: Type.Union([Type.Integer(), Type.Null()]),
  sha256: Type.Union([Type.String(), Type.Null()]),
})
const Entry = Type.Object({ id: Type.String(), title: Type.String(), files: Type.Array(ModelFile) })
/** What is said of a model where models are listed. */
type Entry = Static<typeof Entry>
const Listed = Type.Object({ models: Type.Array(Entry) })

/** The models that a file lists, the manifest or that of the models that were added; none where there is no such file. */
function listedIn(file: string): readonly Entry[] {
  const listed: unknown = JSON.parse(readIfThere(file) ?? '{"models": []}')
  if (!Value.Check(Listed, listed)) throw new Error(`${file} lists no models`)
  return listed.models
}

const manifestOf = ({ manifest }: Pick<Look, 'manifest'>) => manifest ?? programFile('models/manifest.json')

/** The folder that a model lies in: that of Companion, else that of the home. */
function locationOf(
  look: Look,
  { id }: Pick<Entry, 'id'>,
): { readonly folder: string; readonly isOwn: boolean } {
  const own = join(dirname(manifestOf(look)), id)
  return existsSync(own) ? { folder: own, isOwn: true } : { folder: join(look.home.models, id), isOwn: false }
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Whether the model that memories are searched with is here, each file by its checksum. */
export const checkEmbedding: Check = async (look) => {
  const entries = listedIn(manifestOf(look))
  const id = activeTable(look)?.model ?? bundledIn(manifestOf(look))
  const model = entries.find((entry) => entry.id === id)
  if (!model)
    return [{ level: 'problem', finding: 'embedding_unknown', figures: { model: id }, section: 'embedding' }]
  const { folder, isOwn } = locationOf(look, model)
  const comesAlong = isOwn || id === bundledIn(manifestOf(look))
  let size_bytes = 0
  for (const { name, bytes, sha256 } of model.files) {
    const file = join(folder, name)
    const figures = { model: model.title, file: name }
    if (fileSize(file) !== bytes) return [notWhole('missing', figures, comesAlong, fetchCommand(id))]
    if (sha256 !== null && (await sumOf(file)) !== sha256) {
      const command = `${removeCommand(file)} && companion daemon restart && ${fetchCommand(id)}`
      return [notWhole('damaged', figures, comesAlong, command)]
    }
    size_bytes += bytes
  }
  return [{ level: 'ok', finding: 'embedding_fine', figures: { model: model.title, size_bytes } }]
}

const fetchCommand = (id: string) => `companion models download ${id}`
const removeCommand = (file: string) => `${process.platform === 'win32' ? 'del' : 'rm'} ${quoted(file)}`

function notWhole(
  what: 'missing' | 'damaged',
  figures: { readonly model: string; readonly file: string },
  comesAlong: boolean,
  command: string,
): CheckFinding {
  if (comesAlong) return { level: 'problem', finding: `embedding_own_${what}`, figures }
  return { level: 'problem', finding: `embedding_${what}`, figures, command, section: 'embedding' }
}

function bundledIn(manifest: string): string {
  const { models } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    models: readonly { id: string; purpose: string; source: { kind: string } }[]
  }
  return models.find(({ purpose, source }) => purpose === 'embedding' && source.kind === 'embedded')?.id ?? ''
}

/** Whether what is chosen to write the replies is there, beside the built-in engine. */
export const checkEngine: Check = (look) => {
  const { config } = look
  if (config === null) return []
  const { local, ...engine } = config.engine
  const servers = serversOf(engine)
  const findings = [
    ...(local.model === undefined ? [] : [localModel(look, local.model)]),
    ...(servers.length === 0 ? [] : serversFound(look, servers.map(serverName))),
  ]
  return findings.length === 0 ? [{ level: 'ok', finding: 'engine_built_in' }] : findings
}

/** A model of this machine: the id of one that is listed, or the path of a file. */
function localModel(look: Look, model: string): CheckFinding {
  const all = [...listedIn(manifestOf(look)), ...listedIn(join(look.home.models, 'own.json'))]
  const entry = all.find(({ id }) => id === model)
  const section = 'engine'
  if (!entry) {
    const path = isAbsolute(model) ? model : join(look.home.path, model)
    const size_bytes = fileSize(path)
    return size_bytes === 0
      ? { level: 'problem', finding: 'engine_model_no_file', figures: { path: model }, section }
      : { level: 'ok', finding: 'engine_model_fine', figures: { model, size_bytes } }
  }
  const { folder } = locationOf(look, entry)
  const held_bytes = entry.files.reduce((sum, { name }) => sum + fileSize(join(folder, name)), 0)
  const size_bytes = entry.files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
  const command = `companion engine use-local ${model} --download`
  const figures = { model: entry.title }
  if (held_bytes === 0)
    return { level: 'problem', finding: 'engine_model_missing', figures, command, section }
  return held_bytes < size_bytes
    ? {
        level: 'problem',
        finding: 'engine_model_short',
        figures: { ...figures, held_bytes, size_bytes },
        command,
        section,
      }
    : { level: 'ok', finding: 'engine_model_fine', figures: { ...figures, size_bytes: held_bytes } }
}

function serversFound({ running }: Look, names: readonly string[]): CheckFinding[] {
  const states = running?.servers ?? []
  const failing = states.flatMap(({ circuit, last_failure }, index): CheckFinding[] => {
    if (circuit !== 'open' && last_failure === null) return []
    const figures = { server: names[index] ?? '', reason: last_failure ?? circuit }
    const command = 'companion engine current'
    return [{ level: 'warning', finding: 'engine_server_fails', figures, command, section: 'engine' }]
  })
  if (failing.length > 0) return failing
  const finding = states.some(({ answered }) => answered) ? 'engine_servers_fine' : 'engine_servers_unasked'
  return [{ level: 'ok', finding, figures: { count: names.length } }]
}
