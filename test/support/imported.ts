import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '../../daemon/client/client.ts'
import { type Import, type ImportOptions, sendFile } from '../../daemon/client/import-file.ts'
import type { TestDaemon, TestMember } from './daemon.ts'

/** A file as another program writes it. */
export const sampleFile = (name: string): string =>
  readFileSync(new URL(`imports/${name}`, import.meta.url), 'utf8')

export const clientOf = (
  { file }: Pick<TestDaemon, 'file'>,
  { access_token }: Pick<TestMember, 'access_token'>,
) =>
  createClient({
    base_url: () => file.base_url,
    tokens: () => Promise.resolve({ token: access_token, expires_at: Number.MAX_SAFE_INTEGER }),
  })

type TestClient = ReturnType<typeof clientOf>

/** Waits until an import is over. */
export async function ended(client: TestClient, id: string): Promise<Import> {
  const deadline = AbortSignal.timeout(240_000)
  for (;;) {
    const { import: now } = await client.call('imports.get', { id })
    if (now.state !== 'running') return now
    deadline.throwIfAborted()
    await wait(20)
  }
}

/** Imports a file, and waits until that is over. */
export async function importFile(
  client: TestClient,
  text: string,
  options: ImportOptions = {},
): Promise<Import> {
  const { import_uuid } = await sendFile(client, text, options)
  await client.call('imports.start', { id: import_uuid })
  return ended(client, import_uuid)
}
