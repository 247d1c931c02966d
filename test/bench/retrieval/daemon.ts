import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { personOf, signIn, temporaryFolder } from '../../support/daemon.ts'
import { rest } from '../../support/wire/rest.ts'
import { startMeasuredDaemon } from '../measured-daemon.ts'
import { registerOwner } from '../owner.ts'
import type { Search } from './peers.ts'
import { ownersOf, type QuestionSet } from './sets.ts'

/** Memories that are stored with one request. */
const batch = 250

interface Found {
  readonly memory: { readonly memory_uuid: string }
}

/** A daemon that holds a set, and its own search over REST; each owner is a member. */
export async function openDaemonSearch(set: QuestionSet) {
  const home = temporaryFolder()
  const daemon = await startMeasuredDaemon(home, { COMPANION_LIMITS_CONVERSATION_PER_HOUR: '1000000' })
  const tokens = new Map<string, string>()
  /** Told alike, memories may become one. */
  const ids = new Map<string, string[]>()
  const { access_token: admin } = await registerOwner(home, daemon.file)
  for (const owner of ownersOf(set)) {
    const registered = await rest(daemon, 'POST /auth/register', { token: admin, payload: personOf(owner) })
    if (registered.status !== 201) throw new Error(`register: ${JSON.stringify(registered.body)}`)
    const { access_token: token } = await signIn(daemon, owner)
    tokens.set(owner, token)
    const conversations = new Map<string, string>()
    const conversationOf = (name: string) => {
      const uuid = conversations.get(name) ?? randomUUID()
      conversations.set(name, uuid)
      return uuid
    }
    const own = set.told.filter((told) => told.owner === owner)
    for (let at = 0; at < own.length; at += batch) {
      const part = own.slice(at, at + batch)
      const memories = part.map(({ content, tags, visibility, told_at, conversation, speaker }) => ({
        content,
        tags,
        visibility,
        told_at,
        ...(conversation === null ? {} : { conversation_uuid: conversationOf(conversation) }),
        ...(speaker === null ? {} : { speaker }),
      }))
      const { status, body } = await rest(daemon, 'POST /memory/store-many', { token, payload: { memories } })
      if (status >= 300 || body.data.failed > 0)
        throw new Error(`store: ${JSON.stringify(body).slice(0, 500)}`)
      for (const [place, { id }] of part.entries()) {
        const { memory_uuid } = body.data.items[place].memory
        ids.set(memory_uuid, [...(ids.get(memory_uuid) ?? []), id])
      }
    }
  }
  const search: Search = async (question, owner, limit) => {
    const query = new URLSearchParams({ q: question, limit: String(limit) })
    const { status, body } = await rest(daemon, `GET /memory/search?${query.toString()}`, {
      token: tokens.get(owner),
    })
    if (status !== 200) throw new Error(`search: ${status} ${JSON.stringify(body)}`)
    const items: Found[] = body.data.items
    return items.flatMap(({ memory }) => ids.get(memory.memory_uuid) ?? [])
  }
  return {
    search,
    [Symbol.asyncDispose]: async () => {
      await daemon.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
