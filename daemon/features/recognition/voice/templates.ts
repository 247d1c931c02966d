import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Home } from '../../../kernel/home.ts'
import { keepSecret, readSecret } from '../../../kernel/encryption/home-key.ts'
import { open, seal } from '../../../kernel/encryption/sealed-box.ts'
import type { Log } from '../../../kernel/log.ts'
import { parameter, placeholders } from '../../../store/columns.ts'
import { voiceSamples, voiceTemplates } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { Sample } from './samples.ts'
import type { Voice } from './speaker-model.ts'

/** Bytes. */
const keyLength = 32

export interface Template extends Voice {
  readonly person_uuid: string
  readonly model: string
  readonly created_at: string
  /** Of the recordings that it was made of. */
  readonly fingerprints: readonly Fingerprint[]
}

/** What is encrypted of a template. */
interface Sealed {
  readonly vector: readonly number[]
  readonly fingerprints: readonly (readonly number[])[]
}

export interface NewTemplate {
  readonly voice: Voice
  readonly model: string
  readonly samples: readonly Sample[]
  /** Whether the recordings are kept as well. */
  readonly keep_samples: boolean
}

/** The voices of people, encrypted with a key that lies in the home beside the database, and in no backup of it. */
export function openTemplates({ database }: Store, home: Pick<Home, 'voiceKey'>, clock: Clock, log: Log) {
  const box = openBox(home.voiceKey)
  const owner = parameter('person_uuid')
  const all = database.select().from(voiceTemplates).prepare()
  const one = database
    .select()
    .from(voiceTemplates)
    .where(eq(voiceTemplates.family_member_uuid, owner))
    .prepare()
  const keptSamples = database
    .select({ sample_uuid: voiceSamples.sample_uuid })
    .from(voiceSamples)
    .where(eq(voiceSamples.family_member_uuid, owner))
    .prepare()
  const insert = database.insert(voiceTemplates).values(placeholders(voiceTemplates)).prepare()
  const insertSample = database.insert(voiceSamples).values(placeholders(voiceSamples)).prepare()
  const remove = database.delete(voiceTemplates).where(eq(voiceTemplates.family_member_uuid, owner)).prepare()
  const removeSamples = database
    .delete(voiceSamples)
    .where(eq(voiceSamples.family_member_uuid, owner))
    .prepare()

  const open = (row: typeof voiceTemplates.$inferSelect): Template | null => {
    const person_uuid = row.family_member_uuid
    try {
      const { vector, fingerprints } = JSON.parse(
        box.open(row.sealed, `template ${person_uuid}`).toString(),
      ) as Sealed
      const { model, seconds, created_at } = row
      return {
        person_uuid,
        model,
        seconds,
        created_at,
        vector: Float32Array.from(vector),
        fingerprints: fingerprints.map((bits) => Uint32Array.from(bits)),
      }
    } catch {
      // Of a backup from another home, whose key is there.
      log.warn({ person_uuid }, 'a voice was encrypted with another key, and is not used')
      return null
    }
  }
  const forget = (tx: Transaction, person_uuid: string): number => {
    const { changes } = remove.run({ person_uuid })
    const samples = removeSamples.run({ person_uuid }).changes
    if (changes + samples > 0) tx.scrub()
    return changes
  }

  return {
    all: (): Template[] => all.all().flatMap((row) => open(row) ?? []),
    /** Null where there is none, or none that can be read. */
    of: (person_uuid: string): Template | null => {
      const row = one.get({ person_uuid })
      return row ? open(row) : null
    },
    /** How many recordings are kept of somebody. */
    keptSamples: (person_uuid: string): number => keptSamples.all({ person_uuid }).length,
    /** Keeps a voice, in the place of the one before. */
    keep: (
      tx: Transaction,
      person_uuid: string,
      { voice, model, samples, keep_samples }: NewTemplate,
    ): void => {
      forget(tx, person_uuid)
      const content: Sealed = {
        vector: [...voice.vector],
        fingerprints: samples.map(({ fingerprint }) => [...fingerprint]),
      }
      const created_at = iso(clock.now())
      insert.run({
        family_member_uuid: person_uuid,
        model,
        seconds: voice.seconds,
        sealed: box.seal(Buffer.from(JSON.stringify(content)), `template ${person_uuid}`),
        created_at,
      })
      if (!keep_samples) return
      for (const { samples: recorded } of samples) {
        const bytes = Buffer.from(recorded.buffer, recorded.byteOffset, recorded.byteLength)
        const sealed = box.seal(bytes, `sample ${person_uuid}`)
        insertSample.run({ sample_uuid: randomUUID(), family_member_uuid: person_uuid, sealed, created_at })
      }
    },
    /** Deletes somebody's voice and recordings, for good; answers how many voices that were: 0 or 1. */
    forget,
  }
}
export type Templates = ReturnType<typeof openTemplates>

/** Encrypts with the key of a file, which is made where there is none. */
function openBox(file: string) {
  let loaded: Buffer | undefined
  const key = (): Buffer => {
    if (loaded) return loaded
    if (readSecret(file) === null) keepSecret(file, `${randomBytes(keyLength).toString('base64url')}\n`)
    const read = Buffer.from(readSecret(file) ?? '', 'base64url')
    if (read.length !== keyLength) throw new Error(`${file} is damaged: the key of the voices is not in it`)
    return (loaded = read)
  }
  return {
    /** `about` is not encrypted and not kept, and has to be the same when it is opened. */
    seal: (plain: Buffer, about: string): Buffer => seal(key(), plain, about),
    /** Throws where the key is another one, or a byte is. */
    open: (sealed: Buffer, about: string): Buffer => open(key(), sealed, about),
  }
}
